/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The algorithms, by collective. Of two with the same predicted cost, the one
 * named first is chosen. ALGORITHM(x) stands for the object vc_a2a_x, which
 * the file x.c beside this one defines.
 */
ALGORITHM(allgather_ring)
ALGORITHM(allgather_mesh)
ALGORITHM(allgather_hypercube)
ALGORITHM(allgather_star)
ALGORITHM(reduce_scatter_ring)
ALGORITHM(reduce_scatter_mesh)
ALGORITHM(reduce_scatter_hypercube)
ALGORITHM(reduce_scatter_direct)
ALGORITHM(reduce_scatter_star)
ALGORITHM(allreduce_hypercube)
ALGORITHM(allreduce_reduce_bcast)
ALGORITHM(allreduce_star)
ALGORITHM(scan_hypercube)
ALGORITHM(scan_doubling)
ALGORITHM(alltoall_direct)
ALGORITHM(alltoall_standard)
ALGORITHM(alltoall_multiphase)
ALGORITHM(bcast_binomial)
ALGORITHM(reduce_binomial)
ALGORITHM(gather_binomial)
ALGORITHM(scatter_binomial)
ALGORITHM(barrier_hypercube)
ALGORITHM(barrier_dissemination)
ALGORITHM(barrier_binomial)
ALGORITHM(barrier_star)
