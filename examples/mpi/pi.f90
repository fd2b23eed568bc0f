! SPDX-License-Identifier: BSD-2-Clause
! Pi as an integral: each rank sums every size-th strip.
program pi
  use mpi_f08
  implicit none
  double precision, parameter :: exact = 3.14159265358979323846d0
  integer :: rank, size, i, strips = 1000000
  double precision :: x, part, sum

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call MPI_Bcast(strips, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  part = 0
  do i = rank, strips - 1, size
    x = (i + 0.5d0) / strips
    part = part + 4 / (1 + x * x) / strips
  end do
  call MPI_Reduce(part, sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
  if (rank == 0) then
    print '(a, f11.9, a, a)', 'pi is about ', sum, ', off by less than 1e-9: ', &
      merge('yes', 'no ', abs(sum - exact) < 1d-9)
  end if
  call MPI_Finalize()
end program
