// origin: IGC 1.0.12504.6 (Debian 12), IGC_ShaderDumpEnable=1, occ_kernels.cl for acm-g10 with 256 GRF and for tgllp; declarations, options and most instructions are cut
//.kernel pressure
//.platform DG2
//.thread_config numGRF=256, numAcc=8, numSWSB=16
//.options_string ""
//.instCount 498
//.RA type	HYBRID_RA

per_thread_prolog:
(W)     mov (8|M0)               r255.0<1>:ud  0x0:ud                                                //
(W)     and (1|M0)               r255.2<1>:ud  r0.0<0;1,0>:ud    0xFFFFFFC0:ud                       //
(W)     and (1|M0)               r255.0<1>:uw  r0.4<0;1,0>:uw    0xFF:uw                             //
(W)     add (1|M0)               r255.2<1>:ud  r255.2<0;1,0>:ud  0x40:uw              {I@2}          //
(W)     mad (1|M0)               r255.2<1>:ud  r255.2<0;0>:ud    r255.0<0;0>:uw    0x60:uw              {I@1}
(W)     mov (8|M0)               r4.0<1>:ud    r1.0<1;1,0>:ud                                        //
(W)     send.dc0 (8|M0)          r1       r255    null:0  0x0            0x022843FD           {A@1,$0} // wr:1
(W)     add (1|M0)               r255.2<1>:ud  r255.2<0;1,0>:ud  0x40:uw              {$0.src}       //
(W)     send.dc0 (8|M0)          r3       r255    null:0  0x0            0x021842FD           {A@1,$1} // wr:1
        nop                                                                                          //
        nop                                                                                          //
        add3 (16|M0)             r8.0<1>:d     r2.0<0;0>:d       r1.0<1;0>:uw      r4.0<0>:d        {I@5} // $
        add (16|M0)              r22.0<1>:d    r8.0<1;1,0>:d     r3.4<0;1,0>:d    {Compacted}        // $39
        add (16|M0)              r24.0<1>:d    r8.0<1;1,0>:d     r3.5<0;1,0>:d    {Compacted}        // $45
        add (16|M0)              r26.0<1>:d    r8.0<1;1,0>:d     r3.6<0;1,0>:d    {Compacted}        // $51
        add (16|M0)              r28.0<1>:d    r8.0<1;1,0>:d     r3.7<0;1,0>:d    {Compacted}        // $57
        add (16|M0)              r30.0<1>:d    r8.0<1;1,0>:d     r5.0<0;1,0>:d    {Compacted}        // $63
        add (16|M0)              r32.0<1>:d    r8.0<1;1,0>:d     r5.1<0;1,0>:d    {Compacted}        // $69
        add (16|M0)              r36.0<1>:d    r8.0<1;1,0>:d     r5.3<0;1,0>:d    {Compacted}        // $81
        add (16|M0)              r40.0<1>:d    r8.0<1;1,0>:d     r2.1<0;1,0>:d    {Compacted}        // $93
        add (16|M0)              r42.0<1>:d    r8.0<1;1,0>:d     r2.2<0;1,0>:d    {Compacted}        // $99
        add (16|M0)              r44.0<1>:d    r8.0<1;1,0>:d     r2.3<0;1,0>:d    {Compacted}        // $105
        add (16|M0)              r38.0<1>:d    r8.0<1;1,0>:d     r2.0<0;1,0>:d    {Compacted}        // $87
        sync.nop                             null                             {Compacted,I@1}        // $444
        sync.nop                             null                             {Compacted,$15.dst}    // $444
        store.ugm.d32.a32.wb.wb (16|M0)  bti[1][r16:2] r92:2       {$0} // ex_desc:0x1000000; desc:0x640E0504
(W)     send.gtwy (8|M0)         null     r255    null:0  0x0            0x02000010           {EOT,A@1} // wr:
L5344:
        nop                                                                                          // $445

//.kernel pressure_sg32
//.platform DG2
//.thread_config numGRF=256, numAcc=8, numSWSB=16
//.options_string ""
//.instCount 1728
//.RA type	GRAPH_COLORING_SPILL_FF_RA
//.spill size 9216
//.spill GRF est. ref count 512

per_thread_prolog:
(W)     mov (8|M0)               r255.0<1>:ud  0x0:ud                                                //
(W)     and (1|M0)               r255.2<1>:ud  r0.0<0;1,0>:ud    0xFFFFFFC0:ud                       //
(W)     and (1|M0)               r255.0<1>:uw  r0.4<0;1,0>:uw    0xFF:uw                             //
(W)     add (1|M0)               r255.2<1>:ud  r255.2<0;1,0>:ud  0x40:uw              {I@2}          //
(W)     mad (1|M0)               r255.2<1>:ud  r255.2<0;0>:ud    r255.0<0;0>:uw    0xC0:uw              {I@1}
(W)     mov (8|M0)               r7.0<1>:ud    r1.0<1;1,0>:ud                                        //
(W)     send.dc0 (8|M0)          r1       r255    null:0  0x0            0x024844FD           {A@1,$0} // wr:1
(W)     add (1|M0)               r255.2<1>:ud  r255.2<0;1,0>:ud  0x80:uw              {$0.src}       //
(W)     send.dc0 (8|M0)          r5       r255    null:0  0x0            0x022843FD           {A@1,$1} // wr:1
        nop                                                                                          //
        nop                                                                                          //
        add3 (16|M0)             r10.0<1>:d    r3.0<0;0>:d       r1.0<1;0>:uw      r7.0<0>:d        {I@3} // $
        add3 (16|M16)            r132.0<1>:d   r3.0<0;0>:d       r2.0<1;0>:uw      r7.0<0>:d         // $6
        shl (16|M0)              r12.0<1>:d    r10.0<1;1,0>:d    2:w               {Compacted,I@3}   // $7
        shl (16|M16)             r6.0<1>:d     r132.0<1;1,0>:d   2:w               {Compacted,I@3}   // $8
        send.dc0 (16|M16)        null     r102    r6:2    0x0            0x020F1002           {$3} // wr:1h+2,
        add (16|M0)              r6.0<1>:d     r2.0<1;1,0>:d     r9.0<0;1,0>:d    {Compacted,A@1}    // $9
        send.dc0 (16|M0)         null     r102    r12:2   0x0            0x020F1000           {$4} // wr:1h+2,
        add (16|M16)             r12.0<1>:d    r4.0<1;1,0>:d     r9.0<0;1,0>:d    {Compacted,$4.src} // $10
        load.ugm.d32.a32.ca.ca (16|M0)  r2:2    bti[0][r6:2]       {A@2,$5} // ex_desc:0x0; desc:0x64280500 //
        add (16|M16)             r4.0<1>:d     r132.0<1;1,0>:d   r8.4<0;1,0>:d    {Compacted}        // $15
        shl (16|M16)             r6.0<1>:d     r4.0<1;1,0>:d     2:w               {Compacted,I@1}   // $17
        send.dc0 (16|M16)        null     r102    r6:2    0x0            0x020F100A           {A@1,$6} // wr:1
        store.ugm.d32.a32.wb.wb (16|M0)  bti[1][r14:2] r10:2       {A@2,$13} // ex_desc:0x1000000; desc:0x640E
        sync.nop                             null                             {Compacted,$2.dst}     // $1039
        store.ugm.d32.a32.wb.wb (16|M16)  bti[1][r12:2] r6:2       {A@1,$1} // ex_desc:0x1000000; desc:0x640E0
(W)     send.gtwy (8|M0)         null     r240    null:0  0x0            0x02000010           {EOT,A@1} // wr:
L18944:
        nop                                                                                          // $1040

//.kernel pressure_sg32
//.platform DG2
//.thread_config numGRF=256, numAcc=8, numSWSB=16
//.options_string ""
//.instCount 4075
//.RA type	GRAPH_COLORING_SPILL_FF_RA
//.spill size 33408
//.spill GRF est. ref count 4104

per_thread_prolog:
(W)     mov (8|M0)               r255.0<1>:ud  0x0:ud                                                //
(W)     and (1|M0)               r255.2<1>:ud  r0.0<0;1,0>:ud    0xFFFFFFC0:ud                       //
(W)     and (1|M0)               r255.0<1>:uw  r0.4<0;1,0>:uw    0xFF:uw                             //
(W)     add (1|M0)               r255.2<1>:ud  r255.2<0;1,0>:ud  0x40:uw              {I@2}          //
(W)     mad (1|M0)               r255.2<1>:ud  r255.2<0;0>:ud    r255.0<0;0>:uw    0xC0:uw              {I@1}
(W)     mov (8|M0)               r7.0<1>:ud    r1.0<1;1,0>:ud                                        //
(W)     send.dc0 (8|M0)          r1       r255    null:0  0x0            0x024844FD           {A@1,$0} // wr:1
(W)     add (1|M0)               r255.2<1>:ud  r255.2<0;1,0>:ud  0x80:uw              {$0.src}       //
(W)     send.dc0 (8|M0)          r5       r255    null:0  0x0            0x022843FD           {A@1,$1} // wr:1
        nop                                                                                          //
        nop                                                                                          //
        add3 (16|M16)            r86.0<1>:d    r3.0<0;0>:d       r2.0<1;0>:uw      r7.0<0>:d        {I@3} // $
        add3 (16|M0)             r88.0<1>:d    r3.0<0;0>:d       r1.0<1;0>:uw      r7.0<0>:d         // $5
        shl (16|M16)             r6.0<1>:d     r86.0<1;1,0>:d    2:w               {Compacted,I@3}   // $8
        shl (16|M0)              r10.0<1>:d    r88.0<1;1,0>:d    2:w               {Compacted,I@3}   // $7
        send.dc0 (16|M0)         null     r84     r10:2   0x0            0x020F1000           {A@2,$3} // wr:1
        add (16|M16)             r10.0<1>:d    r4.0<1;1,0>:d     r9.0<0;1,0>:d    {Compacted,A@1}    // $10
        send.dc0 (16|M16)        null     r84     r6:2    0x0            0x020F1002           {$4} // wr:1h+2,
        add (16|M0)              r6.0<1>:d     r2.0<1;1,0>:d     r9.0<0;1,0>:d    {Compacted,$4.src} // $9
        load.ugm.d32.a32.ca.ca (16|M16)  r2:2   bti[0][r10:2]      {A@1,$5} // ex_desc:0x0; desc:0x64280500 //
        add (16|M16)             r4.0<1>:d     r86.0<1;1,0>:d    r8.4<0;1,0>:d    {Compacted}        // $15
        load.ugm.d32.a32.ca.ca (16|M0)  r228:2  bti[0][r6:2]       {$6} // ex_desc:0x0; desc:0x64280500 // $11
        shl (16|M16)             r6.0<1>:d     r4.0<1;1,0>:d     2:w               {Compacted,I@2}   // $17
        store.ugm.d32.a32.wb.wb (16|M0)  bti[1][r14:2] r4:2        {A@2,$4} // ex_desc:0x1000000; desc:0x640E0
        sync.nop                             null                             {Compacted,$3.dst}     // $1968
        store.ugm.d32.a32.wb.wb (16|M16)  bti[1][r6:2] r2:2        {A@1,$11} // ex_desc:0x1000000; desc:0x640E
(W)     send.gtwy (8|M0)         null     r240    null:0  0x0            0x02000010           {EOT,A@1} // wr:
L47360:
        nop                                                                                          // $1969

//.kernel slm_4000
//.platform TGLLP
//.thread_config numGRF=128, numAcc=2, numSWSB=16
//.options_string ""
//.instCount 115
//.RA type	TRIVIAL_BC_RA

_main:
(W)     mov (8|M0)               r3.0<1>:ud    r0.0<1;1,0>:ud                                        // $1
(W)     or (1|M0)                cr0.0<1>:ud   cr0.0<0;1,0>:ud   0x4C0:uw              {@1}          // $1
        cmp (16|M0)   (lt)f0.0   null<1>:w     r1.0<16;16,1>:uw  0x3E8:uw              {@1}          // $2
        cmp (16|M16)  (lt)f0.0   null<1>:w     r2.0<16;16,1>:uw  0x3E8:uw                            // $3
(W)     csel (4|M0)   (eq)f0.0   r0.0<1>:w     r0.0<4;1>:w       r0.0<4;1>:w       r0.0<1>:w         // $4
(f0.0)  if (32|M0)                           _0_013            _0_013                                // $4
_0_014:
(W)     mul (1|M0)               acc0.0<1>:ud  r3.1<0;1,0>:ud    0x3E8:uw              {@6}          // $6
(W)     mach (1|M0)              r6.0<1>:ud    r3.1<0;1,0>:ud    0x3E8:ud              {AccWrEn}     //
        cmp (16|M0)   (lt)f1.0   null<1>:w     r1.0<16;16,1>:uw  0x2E8:uw                            // $29
(W)     mov (1|M0)               r5.0<1>:ud    acc0.0<0;1,0>:ud                 {Compacted}          //
        cmp (16|M0)   (lt)f0.0   null<1>:w     r1.0<16;16,1>:uw  0x3E8:uw              {@1}          // $2
        cmp (16|M16)  (lt)f0.0   null<1>:w     r2.0<16;16,1>:uw  0x3E8:uw                            // $3
(f0.0)  if (32|M0)                           _0_013            _0_013                                // $4
        cmp (16|M0)   (lt)f1.0   null<1>:w     r1.0<16;16,1>:uw  0x2E8:uw                            // $29
        cmp (16|M16)  (lt)f1.0   null<1>:w     r2.0<16;16,1>:uw  0x2E8:uw                            // $30
        add (16|M0)              r8.0<1>:d     r5.0<0;1,0>:d     r1.0<16;16,1>:uw {@2}               // $15
        add (16|M16)             r10.0<1>:d    r5.0<0;1,0>:d     r2.0<16;16,1>:uw                    // $16
        shl (16|M0)              r12.0<1>:d    r8.0<8;8,1>:d     2:w               {Compacted,@2}    // $17
        shl (16|M16)             r14.0<1>:d    r10.0<8;8,1>:d    2:w               {Compacted,@2}    // $18
        send.dc1 (16|M0)         r16      r12     null    0x0            0x04205E00           {@2,$0} // wr:2+
        send.dc1 (16|M16)        r18      r14     null    0x0            0x04205E00           {@1,$1} // wr:2+
        shl (16|M0)              r20.0<1>:d    r1.0<16;16,1>:uw  2:w                                 // $25
        send.dc1 (16|M16)        null     r98     r94     0x80            0x04025E00           {@1,$15} // wr:
(W)     send.dc0 (8|M0)          r62      r3      null    0x0            0x0219E000           {$0} // wr:1h+0,
(W)     mov (8|M0)               null<1>:ud    r62.0<8;8,1>:ud                  {$0.dst}             //  memor
(W)     send.dc0 (8|M0)          r71      r3      null    0x0            0x0219E0FE           {$1} // wr:1h+0,
(W)     mov (8|M0)               null<1>:ud    r71.0<8;8,1>:ud                  {$1.dst}             //  memor
(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT,@1} // wr:1

//.kernel vadd_sg8
//.platform TGLLP
//.thread_config numGRF=128, numAcc=2, numSWSB=16
//.options_string ""
//.instCount 16
//.RA type	TRIVIAL_RA

_main:
(W)     mov (8|M0)               r2.0<1>:ud    r0.0<1;1,0>:ud                                        // $1
(W)     or (1|M0)                cr0.0<1>:ud   cr0.0<0;1,0>:ud   0x4C0:uw              {@1}          // $1
(W)     mul (1|M0)               acc0.0<1>:d   r6.0<0;1,0>:d     r2.2<0;1,0>:uw   {Compacted,@1}     // $2
(W)     mach (1|M0)              r3.0<1>:d     r6.0<0;1,0>:d     r2.1<0;1,0>:d    {Compacted}        // $4
(W)     mov (8|M0)               r127.0<1>:f   r2.0<8;8,1>:f                    {Compacted}          // $14
        add (8|M0)               acc0.0<1>:d   r3.0<0;1,0>:d     r1.0<8;8,1>:uw   {Compacted,@2}     // $4
        add (8|M0)               acc0.0<1>:d   acc0.0<8;8,1>:d   r4.0<0;1,0>:d                       // $5
        shl (8|M0)               r5.0<1>:d     acc0.0<8;8,1>:d   2:w                                 // $6
        send.dc1 (8|M0)          r7       r5      null    0x0            0x02106E00           {@1,$0} // wr:1+
        send.dc1 (8|M0)          r8       r5      null    0x0            0x02106E01           {$1} // wr:1+0,
        sync.nop                             null                             {Compacted,$1.dst}     // $11
        add (8|M0)               acc0.0<1>:d   r3.0<0;1,0>:d     r1.0<8;8,1>:uw   {Compacted,@2}     // $4
        add (8|M0)               acc0.0<1>:d   acc0.0<8;8,1>:d   r4.0<0;1,0>:d                       // $5
        shl (8|M0)               r5.0<1>:d     acc0.0<8;8,1>:d   2:w                                 // $6
        send.dc1 (8|M0)          r7       r5      null    0x0            0x02106E00           {@1,$0} // wr:1+
        send.dc1 (8|M0)          r8       r5      null    0x0            0x02106E01           {$1} // wr:1+0,
        add (8|M0)               r7.0<1>:d     r7.0<8;8,1>:d     r8.0<8;8,1>:d    {Compacted,$0.dst} // $11
        send.dc1 (8|M0)          null     r5      r7      0x40            0x02026E02           {@1,$2} // wr:1
        sync.nop                             null                             {Compacted,$1.dst}     // $11
        add (8|M0)               r7.0<1>:d     r7.0<8;8,1>:d     r8.0<8;8,1>:d    {Compacted,$0.dst} // $11
        send.dc1 (8|M0)          null     r5      r7      0x40            0x02026E02           {@1,$2} // wr:1
(W)     send.dc0 (8|M0)          r9       r2      null    0x0            0x0219E000           {$3} // wr:1h+0,
(W)     mov (8|M0)               null<1>:ud    r9.0<8;8,1>:ud                   {$3.dst}             //  memor
(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT,@1} // wr:1

