# SPDX-License-Identifier: MIT
vcpkg_download_distfile(ARCHIVE
    URLS "FILL IN/libgpuocc-${VERSION}.tar.gz"
    FILENAME "libgpuocc-${VERSION}.tar.gz"
    SHA512 0 # FILL IN
)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_configure_meson(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -Dtools=false -Dtests=false)
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
