! SPDX-License-Identifier: BSD-2-Clause
! mpif.h in fixed source, with a status that is ignored and addresses of MPI 1
      program fixed
      implicit none
      include 'mpif.h'
      integer ierr, rank, got, types(2), type, bytes
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_SENDRECV(rank, 1, MPI_INTEGER, rank, 1, got, 1,
     +    MPI_INTEGER, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      if (got .ne. rank) stop 1
      types(1) = MPI_INTEGER
      types(2) = MPI_DOUBLE_PRECISION
      call MPI_TYPE_STRUCT(2, (/ 1, 2 /), (/ 0, 8 /), types, type, ierr)
      call MPI_TYPE_SIZE(type, bytes, ierr)
      if (bytes .ne. 20) stop 2
      call MPI_TYPE_EXTENT(type, bytes, ierr)
      if (bytes .ne. 24) stop 3
      if (PMPI_WTIME() .gt. MPI_WTIME()) stop 4
      call MPI_FINALIZE(ierr)
      print '(a,i0,a)', 'rank ', rank, ' is fine'
      end
