#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Prints a compiler: vcubecc.in with what this build has and where it is.
#
#   includes= modules= libraries= CC= CXX= FC= VERSION= compiler.sh vcubecc|vcubecxx|vcubefort
: "${includes=}" "${modules=}" "${libraries=}"
case $1 in
vcubecc) language=C variable=VCUBE_CC compiler=$CC ;;
vcubecxx) language=C++ variable=VCUBE_CXX compiler=$CXX ;;
vcubefort)
	language=Fortran variable=VCUBE_FC compiler=$FC binding=-lvcube-fortran
	includes="$includes $modules"
	;;
*) exit 2 ;;
esac
sed -e "s|__NAME__|$1|g; s|__VERSION__|$VERSION|g; s|__LANGUAGE__|$language|g" \
	-e "s|__VARIABLE__|$variable|g; s|__COMPILER__|$compiler|g; s|__BINDING__|${binding-}|g" \
	-e "s|__INCLUDES__|$includes|g; s|__LIBRARIES__|$libraries|g" "${0%/*}/vcubecc.in"
