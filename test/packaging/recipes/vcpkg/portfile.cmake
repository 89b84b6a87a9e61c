# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An overlay port: BEFKIT_SOURCE names the unpacked tarball of `test/packaging/dist`, or a checkout.
if(NOT DEFINED ENV{BEFKIT_SOURCE})
	message(FATAL_ERROR "set BEFKIT_SOURCE to the folder of the sources of befkit ${VERSION}")
endif()
set(SOURCE_PATH "$ENV{BEFKIT_SOURCE}")

function(befkit_feature name out)
	if(name IN_LIST FEATURES)
		set(${out} enabled PARENT_SCOPE)
	else()
		set(${out} disabled PARENT_SCOPE)
	endif()
endfunction()
befkit_feature(tools apps)
befkit_feature(zlib zlib)
befkit_feature(zstd zstd)

vcpkg_configure_meson(
	SOURCE_PATH "${SOURCE_PATH}"
	OPTIONS
		-Dtests=disabled -Dmimalloc=disabled -Dmpi=disabled -Ddnnl=disabled
		-Dapps=${apps} -Dzlib=${zlib} -Dzstd=${zstd}
)
vcpkg_install_meson()
# The files for CMake find the libraries from their own place, lib/cmake/befkit, where they stay. They name the libraries of the release.
set(VCPKG_POLICY_SKIP_LIB_CMAKE_MERGE_CHECK enabled)
set(VCPKG_POLICY_SKIP_MISPLACED_CMAKE_FILES_CHECK enabled)
vcpkg_fixup_pkgconfig()
if(apps STREQUAL "enabled")
	vcpkg_copy_tools(TOOL_NAMES bef mlirbc syclbin sigmangle AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/lib/cmake"
	"${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
