; Kernel info:
; codeLenInByte = 7340
; TotalNumSgprs: 22
; NumVgprs: 78
; NumAgprs: 32
; TotalNumVgprs: 112
; ScratchSize: 0
; LDSByteSize: 0 bytes/workgroup (compile time only)
; Occupancy: 4
