/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of MPI: their one list. <mpi.h> makes the prototypes of it, the library
 * refuses by it what is missing, and the table of vcube-mpi(7) derives from it.
 *
 * A row MPI_CALL(there, type, name, (parameters)) is MPI_name and its twin PMPI_name; `there`
 * is yes, partly or no. A row MPI_LARGE_CALL(..) has a large form as well, MPI_name_c, whose
 * parameters of the types below have 64 bits. MPI_PART(title) begins a chapter. Who includes this
 * file defines all three before and undefines them behind; and those of these types that it
 * reads:
 *
 *                  as in MPI_name  as in MPI_name_c
 *   VCUBE_INT      int             MPI_Count
 *   VCUBE_PLACE    int             MPI_Aint
 *   VCUBE_AINT     MPI_Aint        MPI_Count
 */
/* No include guard: each user expands the rows anew. */

MPI_PART("Start, end and environment")
MPI_CALL(yes, int, Abi_get_fortran_booleans, (int logical_size, void *logical_true,
	void *logical_false, int *is_set))
MPI_CALL(yes, int, Abi_get_fortran_info, (MPI_Info *info))
MPI_CALL(yes, int, Abi_get_info, (MPI_Info *info))
MPI_CALL(yes, int, Abi_get_version, (int *abi_major, int *abi_minor))
MPI_CALL(yes, int, Abi_set_fortran_booleans, (int logical_size, void *logical_true,
	void *logical_false))
MPI_CALL(yes, int, Abi_set_fortran_info, (MPI_Info info))
MPI_CALL(yes, int, Abort, (MPI_Comm comm, int errorcode))
MPI_CALL(yes, int, Finalize, (void))
MPI_CALL(yes, int, Finalized, (int *flag))
MPI_CALL(yes, int, Free_mem, (void *base))
MPI_CALL(yes, int, Get_hw_resource_info, (MPI_Info *hw_info))
MPI_CALL(yes, int, Get_library_version, (char *version, int *resultlen))
MPI_CALL(yes, int, Get_processor_name, (char *name, int *resultlen))
MPI_CALL(yes, int, Get_version, (int *version, int *subversion))
MPI_CALL(yes, int, Init, (int *argc, char ***argv))
MPI_CALL(yes, int, Init_thread, (int *argc, char ***argv, int required, int *provided))
MPI_CALL(yes, int, Initialized, (int *flag))
MPI_CALL(yes, int, Is_thread_main, (int *flag))
MPI_CALL(yes, int, Pcontrol, (const int level, ...))
MPI_CALL(yes, int, Query_thread, (int *provided))
MPI_CALL(yes, double, Wtick, (void))
MPI_CALL(yes, double, Wtime, (void))

MPI_PART("Errors")
MPI_CALL(yes, int, Add_error_class, (int *errorclass))
MPI_CALL(yes, int, Add_error_code, (int errorclass, int *errorcode))
MPI_CALL(yes, int, Add_error_string, (int errorcode, const char *string))
MPI_CALL(yes, int, Comm_call_errhandler, (MPI_Comm comm, int errorcode))
MPI_CALL(yes, int, Comm_create_errhandler, (MPI_Comm_errhandler_function *comm_errhandler_fn,
	MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler))
MPI_CALL(yes, int, Errhandler_free, (MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Error_class, (int errorcode, int *errorclass))
MPI_CALL(yes, int, Error_string, (int errorcode, char *string, int *resultlen))
MPI_CALL(yes, int, File_call_errhandler, (MPI_File fh, int errorcode))
MPI_CALL(yes, int, File_create_errhandler, (MPI_File_errhandler_function *file_errhandler_fn,
	MPI_Errhandler *errhandler))
MPI_CALL(yes, int, File_get_errhandler, (MPI_File file, MPI_Errhandler *errhandler))
MPI_CALL(yes, int, File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler))
MPI_CALL(yes, int, Remove_error_class, (int errorclass))
MPI_CALL(yes, int, Remove_error_code, (int errorcode))
MPI_CALL(yes, int, Remove_error_string, (int errorcode))
MPI_CALL(yes, int, Win_call_errhandler, (MPI_Win win, int errorcode))
MPI_CALL(yes, int, Win_create_errhandler, (MPI_Win_errhandler_function *win_errhandler_fn,
	MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Win_get_errhandler, (MPI_Win win, MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler))

MPI_PART("Info")
MPI_CALL(yes, int, Info_create, (MPI_Info *info))
MPI_CALL(yes, int, Info_create_env, (int argc, char *argv[], MPI_Info *info))
MPI_CALL(yes, int, Info_delete, (MPI_Info info, const char *key))
MPI_CALL(yes, int, Info_dup, (MPI_Info info, MPI_Info *newinfo))
MPI_CALL(yes, int, Info_free, (MPI_Info *info))
MPI_CALL(yes, int, Info_get, (MPI_Info info, const char *key, int valuelen, char *value,
	int *flag))
MPI_CALL(yes, int, Info_get_nkeys, (MPI_Info info, int *nkeys))
MPI_CALL(yes, int, Info_get_nthkey, (MPI_Info info, int n, char *key))
MPI_CALL(yes, int, Info_get_string, (MPI_Info info, const char *key, int *buflen, char *value,
	int *flag))
MPI_CALL(yes, int, Info_get_valuelen, (MPI_Info info, const char *key, int *valuelen, int *flag))
MPI_CALL(yes, int, Info_set, (MPI_Info info, const char *key, const char *value))

MPI_PART("Attributes")
MPI_CALL(yes, int, Attr_delete, (MPI_Comm comm, int keyval))
MPI_CALL(yes, int, Attr_get, (MPI_Comm comm, int keyval, void *attribute_val, int *flag))
MPI_CALL(yes, int, Attr_put, (MPI_Comm comm, int keyval, void *attribute_val))
MPI_CALL(yes, int, Comm_create_keyval, (MPI_Comm_copy_attr_function *comm_copy_attr_fn,
	MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state))
MPI_CALL(yes, int, Comm_delete_attr, (MPI_Comm comm, int comm_keyval))
MPI_CALL(yes, int, Comm_free_keyval, (int *comm_keyval))
MPI_CALL(yes, int, Comm_get_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val,
	int *flag))
MPI_CALL(yes, int, Comm_set_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val))
MPI_CALL(yes, int, Keyval_create, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn,
	int *keyval, void *extra_state))
MPI_CALL(yes, int, Keyval_free, (int *keyval))
MPI_CALL(yes, int, Type_create_keyval, (MPI_Type_copy_attr_function *type_copy_attr_fn,
	MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state))
MPI_CALL(yes, int, Type_delete_attr, (MPI_Datatype datatype, int type_keyval))
MPI_CALL(yes, int, Type_free_keyval, (int *type_keyval))
MPI_CALL(yes, int, Type_get_attr, (MPI_Datatype datatype, int type_keyval, void *attribute_val,
	int *flag))
MPI_CALL(yes, int, Type_set_attr, (MPI_Datatype datatype, int type_keyval, void *attribute_val))
MPI_CALL(yes, int, Win_create_keyval, (MPI_Win_copy_attr_function *win_copy_attr_fn,
	MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state))
MPI_CALL(yes, int, Win_delete_attr, (MPI_Win win, int win_keyval))
MPI_CALL(yes, int, Win_free_keyval, (int *win_keyval))
MPI_CALL(yes, int, Win_get_attr, (MPI_Win win, int win_keyval, void *attribute_val, int *flag))
MPI_CALL(yes, int, Win_set_attr, (MPI_Win win, int win_keyval, void *attribute_val))

MPI_PART("Groups")
MPI_CALL(yes, int, Group_compare, (MPI_Group group1, MPI_Group group2, int *result))
MPI_CALL(yes, int, Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
MPI_CALL(yes, int, Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup))
MPI_CALL(yes, int, Group_free, (MPI_Group *group))
MPI_CALL(yes, int, Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup))
MPI_CALL(yes, int, Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
MPI_CALL(yes, int, Group_range_excl, (MPI_Group group, int n, int ranges[][3],
	MPI_Group *newgroup))
MPI_CALL(yes, int, Group_range_incl, (MPI_Group group, int n, int ranges[][3],
	MPI_Group *newgroup))
MPI_CALL(yes, int, Group_rank, (MPI_Group group, int *rank))
MPI_CALL(yes, int, Group_size, (MPI_Group group, int *size))
MPI_CALL(yes, int, Group_translate_ranks, (MPI_Group group1, int n, const int ranks1[],
	MPI_Group group2, int ranks2[]))
MPI_CALL(yes, int, Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))

MPI_PART("Communicators")
MPI_CALL(yes, int, Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int *result))
MPI_CALL(yes, int, Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag,
	MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_dup, (MPI_Comm comm, MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_free, (MPI_Comm *comm))
MPI_CALL(yes, int, Comm_get_info, (MPI_Comm comm, MPI_Info *info_used))
MPI_CALL(yes, int, Comm_get_name, (MPI_Comm comm, char *comm_name, int *resultlen))
MPI_CALL(yes, int, Comm_group, (MPI_Comm comm, MPI_Group *group))
MPI_CALL(yes, int, Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request))
MPI_CALL(yes, int, Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
	MPI_Request *request))
MPI_CALL(yes, int, Comm_rank, (MPI_Comm comm, int *rank))
MPI_CALL(yes, int, Comm_remote_group, (MPI_Comm comm, MPI_Group *group))
MPI_CALL(yes, int, Comm_remote_size, (MPI_Comm comm, int *size))
MPI_CALL(yes, int, Comm_set_info, (MPI_Comm comm, MPI_Info info))
MPI_CALL(yes, int, Comm_set_name, (MPI_Comm comm, const char *comm_name))
MPI_CALL(yes, int, Comm_size, (MPI_Comm comm, int *size))
MPI_CALL(yes, int, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_split_type, (MPI_Comm comm, int split_type, int key, MPI_Info info,
	MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_test_inter, (MPI_Comm comm, int *flag))
MPI_CALL(yes, int, Intercomm_create, (MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
	int remote_leader, int tag, MPI_Comm *newintercomm))
MPI_CALL(yes, int, Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintracomm))

MPI_PART("Topologies")
MPI_CALL(yes, int, Cart_coords, (MPI_Comm comm, int rank, int maxdims, int coords[]))
MPI_CALL(yes, int, Cart_create, (MPI_Comm comm_old, int ndims, const int dims[],
	const int periods[], int reorder, MPI_Comm *comm_cart))
MPI_CALL(yes, int, Cart_get, (MPI_Comm comm, int maxdims, int dims[], int periods[],
	int coords[]))
MPI_CALL(yes, int, Cart_map, (MPI_Comm comm, int ndims, const int dims[], const int periods[],
	int *newrank))
MPI_CALL(yes, int, Cart_rank, (MPI_Comm comm, const int coords[], int *rank))
MPI_CALL(yes, int, Cart_shift, (MPI_Comm comm, int direction, int disp, int *rank_source,
	int *rank_dest))
MPI_CALL(yes, int, Cart_sub, (MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm))
MPI_CALL(yes, int, Cartdim_get, (MPI_Comm comm, int *ndims))
MPI_CALL(yes, int, Dims_create, (int nnodes, int ndims, int dims[]))
MPI_CALL(yes, int, Dist_graph_create, (MPI_Comm comm_old, int n, const int sources[],
	const int degrees[], const int destinations[], const int weights[], MPI_Info info,
	int reorder, MPI_Comm *comm_dist_graph))
MPI_CALL(yes, int, Dist_graph_create_adjacent, (MPI_Comm comm_old, int indegree,
	const int sources[], const int sourceweights[], int outdegree, const int destinations[],
	const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph))
MPI_CALL(yes, int, Dist_graph_neighbors, (MPI_Comm comm, int maxindegree, int sources[],
	int sourceweights[], int maxoutdegree, int destinations[], int destweights[]))
MPI_CALL(yes, int, Dist_graph_neighbors_count, (MPI_Comm comm, int *indegree, int *outdegree,
	int *weighted))
MPI_CALL(yes, int, Graph_create, (MPI_Comm comm_old, int nnodes, const int indx[],
	const int edges[], int reorder, MPI_Comm *comm_graph))
MPI_CALL(yes, int, Graph_get, (MPI_Comm comm, int maxindex, int maxedges, int indx[],
	int edges[]))
MPI_CALL(yes, int, Graph_map, (MPI_Comm comm, int nnodes, const int indx[], const int edges[],
	int *newrank))
MPI_CALL(yes, int, Graph_neighbors, (MPI_Comm comm, int rank, int maxneighbors, int neighbors[]))
MPI_CALL(yes, int, Graph_neighbors_count, (MPI_Comm comm, int rank, int *nneighbors))
MPI_CALL(yes, int, Graphdims_get, (MPI_Comm comm, int *nnodes, int *nedges))
MPI_CALL(yes, int, Topo_test, (MPI_Comm comm, int *status))

MPI_PART("Point-to-point")
MPI_LARGE_CALL(yes, int, Bsend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Bsend_init, (const void *buf, VCUBE_INT count, MPI_Datatype datatype,
	int dest, int tag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Buffer_attach, (void *buffer, VCUBE_INT size))
MPI_LARGE_CALL(yes, int, Buffer_detach, (void *buffer_addr, VCUBE_INT *size))
MPI_CALL(yes, int, Buffer_flush, (void))
MPI_CALL(yes, int, Buffer_iflush, (MPI_Request *request))
MPI_CALL(yes, int, Cancel, (MPI_Request *request))
MPI_LARGE_CALL(yes, int, Comm_attach_buffer, (MPI_Comm comm, void *buffer, VCUBE_INT size))
MPI_LARGE_CALL(yes, int, Comm_detach_buffer, (MPI_Comm comm, void *buffer_addr, VCUBE_INT *size))
MPI_CALL(yes, int, Comm_flush_buffer, (MPI_Comm comm))
MPI_CALL(yes, int, Comm_iflush_buffer, (MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Get_count, (const MPI_Status *status, MPI_Datatype datatype,
	VCUBE_INT *count))
MPI_LARGE_CALL(yes, int, Get_elements, (const MPI_Status *status, MPI_Datatype datatype,
	VCUBE_INT *count))
MPI_CALL(yes, int, Get_elements_x, (const MPI_Status *status, MPI_Datatype datatype,
	MPI_Count *count))
MPI_CALL(yes, int, Grequest_complete, (MPI_Request request))
MPI_CALL(yes, int, Grequest_start, (MPI_Grequest_query_function *query_fn,
	MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn,
	void *extra_state, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ibsend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm, MPI_Request *request))
MPI_CALL(yes, int, Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
	MPI_Status *status))
MPI_LARGE_CALL(yes, int, Imrecv, (void *buf, VCUBE_INT count, MPI_Datatype datatype,
	MPI_Message *message, MPI_Request *request))
MPI_CALL(yes, int, Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status))
MPI_LARGE_CALL(yes, int, Irecv, (void *buf, VCUBE_INT count, MPI_Datatype datatype, int source,
	int tag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Irsend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Isend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Isendrecv, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, VCUBE_INT recvcount,
	MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Isendrecv_replace, (void *buf, VCUBE_INT count, MPI_Datatype datatype,
	int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Issend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm, MPI_Request *request))
MPI_CALL(yes, int, Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message,
	MPI_Status *status))
MPI_LARGE_CALL(yes, int, Mrecv, (void *buf, VCUBE_INT count, MPI_Datatype datatype,
	MPI_Message *message, MPI_Status *status))
MPI_CALL(yes, int, Parrived, (MPI_Request request, int partition, int *flag))
MPI_CALL(yes, int, Pready, (int partition, MPI_Request request))
MPI_CALL(yes, int, Pready_list, (int length, const int array_of_partitions[], MPI_Request request))
MPI_CALL(yes, int, Pready_range, (int partition_low, int partition_high, MPI_Request request))
MPI_CALL(yes, int, Precv_init, (void *buf, int partitions, MPI_Count count,
	MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_CALL(yes, int, Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status))
MPI_CALL(yes, int, Psend_init, (const void *buf, int partitions, MPI_Count count,
	MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Recv, (void *buf, VCUBE_INT count, MPI_Datatype datatype, int source,
	int tag, MPI_Comm comm, MPI_Status *status))
MPI_LARGE_CALL(yes, int, Recv_init, (void *buf, VCUBE_INT count, MPI_Datatype datatype, int source,
	int tag, MPI_Comm comm, MPI_Request *request))
MPI_CALL(yes, int, Request_free, (MPI_Request *request))
MPI_CALL(yes, int, Request_get_status, (MPI_Request request, int *flag, MPI_Status *status))
MPI_CALL(yes, int, Request_get_status_all, (int count, const MPI_Request array_of_requests[],
	int *flag, MPI_Status *array_of_statuses))
MPI_CALL(yes, int, Request_get_status_any, (int count, const MPI_Request array_of_requests[],
	int *indx, int *flag, MPI_Status *status))
MPI_CALL(yes, int, Request_get_status_some, (int incount, const MPI_Request array_of_requests[],
	int *outcount, int array_of_indices[], MPI_Status *array_of_statuses))
MPI_LARGE_CALL(yes, int, Rsend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Rsend_init, (const void *buf, VCUBE_INT count, MPI_Datatype datatype,
	int dest, int tag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Send, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Send_init, (const void *buf, VCUBE_INT count, MPI_Datatype datatype,
	int dest, int tag, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Sendrecv, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	int dest, int sendtag, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	int source, int recvtag, MPI_Comm comm, MPI_Status *status))
MPI_LARGE_CALL(yes, int, Sendrecv_replace, (void *buf, VCUBE_INT count, MPI_Datatype datatype,
	int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status))
MPI_LARGE_CALL(yes, int, Ssend, (const void *buf, VCUBE_INT count, MPI_Datatype datatype, int dest,
	int tag, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Ssend_init, (const void *buf, VCUBE_INT count, MPI_Datatype datatype,
	int dest, int tag, MPI_Comm comm, MPI_Request *request))
MPI_CALL(yes, int, Start, (MPI_Request *request))
MPI_CALL(yes, int, Startall, (int count, MPI_Request array_of_requests[]))
MPI_CALL(yes, int, Status_get_error, (const MPI_Status *status, int *error))
MPI_CALL(yes, int, Status_get_source, (const MPI_Status *status, int *source))
MPI_CALL(yes, int, Status_get_tag, (const MPI_Status *status, int *tag))
MPI_CALL(yes, int, Status_set_cancelled, (MPI_Status *status, int flag))
MPI_LARGE_CALL(yes, int, Status_set_elements, (MPI_Status *status, MPI_Datatype datatype,
	VCUBE_INT count))
MPI_CALL(yes, int, Status_set_elements_x, (MPI_Status *status, MPI_Datatype datatype,
	MPI_Count count))
MPI_CALL(yes, int, Status_set_error, (MPI_Status *status, int error))
MPI_CALL(yes, int, Status_set_source, (MPI_Status *status, int source))
MPI_CALL(yes, int, Status_set_tag, (MPI_Status *status, int tag))
MPI_CALL(yes, int, Test, (MPI_Request *request, int *flag, MPI_Status *status))
MPI_CALL(yes, int, Test_cancelled, (const MPI_Status *status, int *flag))
MPI_CALL(yes, int, Testall, (int count, MPI_Request array_of_requests[], int *flag,
	MPI_Status *array_of_statuses))
MPI_CALL(yes, int, Testany, (int count, MPI_Request array_of_requests[], int *indx, int *flag,
	MPI_Status *status))
MPI_CALL(yes, int, Testsome, (int incount, MPI_Request array_of_requests[], int *outcount,
	int array_of_indices[], MPI_Status *array_of_statuses))
MPI_CALL(yes, int, Wait, (MPI_Request *request, MPI_Status *status))
MPI_CALL(yes, int, Waitall, (int count, MPI_Request array_of_requests[],
	MPI_Status *array_of_statuses))
MPI_CALL(yes, int, Waitany, (int count, MPI_Request array_of_requests[], int *indx,
	MPI_Status *status))
MPI_CALL(yes, int, Waitsome, (int incount, MPI_Request array_of_requests[], int *outcount,
	int array_of_indices[], MPI_Status *array_of_statuses))

MPI_PART("Datatypes")
MPI_CALL(yes, MPI_Aint, Aint_add, (MPI_Aint base, MPI_Aint disp))
MPI_CALL(yes, MPI_Aint, Aint_diff, (MPI_Aint addr1, MPI_Aint addr2))
MPI_CALL(yes, int, Get_address, (const void *location, MPI_Aint *address))
MPI_LARGE_CALL(yes, int, Pack, (const void *inbuf, VCUBE_INT incount, MPI_Datatype datatype,
	void *outbuf, VCUBE_INT outsize, VCUBE_INT *position, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Pack_external, (const char *datarep, const void *inbuf, VCUBE_INT incount,
	MPI_Datatype datatype, void *outbuf, VCUBE_AINT outsize, VCUBE_AINT *position))
MPI_LARGE_CALL(yes, int, Pack_external_size, (const char *datarep, VCUBE_INT incount,
	MPI_Datatype datatype, VCUBE_AINT *size))
MPI_LARGE_CALL(yes, int, Pack_size, (VCUBE_INT incount, MPI_Datatype datatype, MPI_Comm comm,
	VCUBE_INT *size))
MPI_CALL(yes, int, Type_commit, (MPI_Datatype *datatype))
MPI_LARGE_CALL(yes, int, Type_contiguous, (VCUBE_INT count, MPI_Datatype oldtype,
	MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_darray, (int size, int rank, int ndims,
	const VCUBE_INT array_of_gsizes[], const int array_of_distribs[],
	const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
	MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_create_f90_complex, (int p, int r, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_create_f90_integer, (int r, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_create_f90_real, (int p, int r, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_hindexed, (VCUBE_INT count,
	const VCUBE_INT array_of_blocklengths[], const VCUBE_AINT array_of_displacements[],
	MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_hindexed_block, (VCUBE_INT count, VCUBE_INT blocklength,
	const VCUBE_AINT array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_hvector, (VCUBE_INT count, VCUBE_INT blocklength,
	VCUBE_AINT stride, MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_indexed_block, (VCUBE_INT count, VCUBE_INT blocklength,
	const VCUBE_INT array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_resized, (MPI_Datatype oldtype, VCUBE_AINT lb,
	VCUBE_AINT extent, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_struct, (VCUBE_INT count,
	const VCUBE_INT array_of_blocklengths[], const VCUBE_AINT array_of_displacements[],
	const MPI_Datatype array_of_types[], MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Type_create_subarray, (int ndims, const VCUBE_INT array_of_sizes[],
	const VCUBE_INT array_of_subsizes[], const VCUBE_INT array_of_starts[], int order,
	MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_dup, (MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_free, (MPI_Datatype *datatype))
MPI_CALL(yes, int, Type_get_contents, (MPI_Datatype datatype, int max_integers, int max_addresses,
	int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
	MPI_Datatype array_of_datatypes[]))
MPI_CALL(yes, int, Type_get_contents_c, (MPI_Datatype datatype, MPI_Count max_integers,
	MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
	int array_of_integers[], MPI_Aint array_of_addresses[],
	MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]))
MPI_CALL(yes, int, Type_get_envelope, (MPI_Datatype datatype, int *num_integers,
	int *num_addresses, int *num_datatypes, int *combiner))
MPI_CALL(yes, int, Type_get_envelope_c, (MPI_Datatype datatype, MPI_Count *num_integers,
	MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes,
	int *combiner))
MPI_LARGE_CALL(yes, int, Type_get_extent, (MPI_Datatype datatype, VCUBE_AINT *lb,
	VCUBE_AINT *extent))
MPI_CALL(yes, int, Type_get_extent_x, (MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent))
MPI_CALL(yes, int, Type_get_name, (MPI_Datatype datatype, char *type_name, int *resultlen))
MPI_LARGE_CALL(yes, int, Type_get_true_extent, (MPI_Datatype datatype, VCUBE_AINT *true_lb,
	VCUBE_AINT *true_extent))
MPI_CALL(yes, int, Type_get_true_extent_x, (MPI_Datatype datatype, MPI_Count *true_lb,
	MPI_Count *true_extent))
MPI_CALL(yes, int, Type_get_value_index, (MPI_Datatype value_type, MPI_Datatype index_type,
	MPI_Datatype *pair_type))
MPI_LARGE_CALL(yes, int, Type_indexed, (VCUBE_INT count, const VCUBE_INT array_of_blocklengths[],
	const VCUBE_INT array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_match_size, (int typeclass, int size, MPI_Datatype *datatype))
MPI_CALL(yes, int, Type_set_name, (MPI_Datatype datatype, const char *type_name))
MPI_LARGE_CALL(yes, int, Type_size, (MPI_Datatype datatype, VCUBE_INT *size))
MPI_CALL(yes, int, Type_size_x, (MPI_Datatype datatype, MPI_Count *size))
MPI_LARGE_CALL(yes, int, Type_vector, (VCUBE_INT count, VCUBE_INT blocklength, VCUBE_INT stride,
	MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_LARGE_CALL(yes, int, Unpack, (const void *inbuf, VCUBE_INT insize, VCUBE_INT *position,
	void *outbuf, VCUBE_INT outcount, MPI_Datatype datatype, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Unpack_external, (const char datarep[], const void *inbuf,
	VCUBE_AINT insize, VCUBE_AINT *position, void *outbuf, VCUBE_INT outcount,
	MPI_Datatype datatype))

MPI_PART("Operators")
MPI_CALL(yes, int, Op_commutative, (MPI_Op op, int *commute))
MPI_CALL(yes, int, Op_create, (MPI_User_function *user_fn, int commute, MPI_Op *op))
MPI_CALL(yes, int, Op_create_c, (MPI_User_function_c *user_fn, int commute, MPI_Op *op))
MPI_CALL(yes, int, Op_free, (MPI_Op *op))

MPI_PART("Collectives")
MPI_LARGE_CALL(yes, int, Allgather, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Allgatherv, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, MPI_Comm comm))
MPI_CALL(yes, int, Alloc_mem, (MPI_Aint size, MPI_Info info, void *baseptr))
MPI_LARGE_CALL(yes, int, Allreduce, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Alltoall, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Alltoallv, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], MPI_Datatype sendtype, void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Alltoallw, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm))
MPI_CALL(yes, int, Barrier, (MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Bcast, (void *buffer, VCUBE_INT count, MPI_Datatype datatype, int root,
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Exscan, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Gather, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Gatherv, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, const VCUBE_INT recvcounts[], const VCUBE_PLACE displs[],
	MPI_Datatype recvtype, int root, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Neighbor_allgather, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Neighbor_allgatherv, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Neighbor_alltoall, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Neighbor_alltoallv, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], MPI_Datatype sendtype, void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Neighbor_alltoallw, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
	const VCUBE_INT recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Reduce, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Reduce_local, (const void *inbuf, void *inoutbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op))
MPI_LARGE_CALL(yes, int, Reduce_scatter, (const void *sendbuf, void *recvbuf,
	const VCUBE_INT recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Reduce_scatter_block, (const void *sendbuf, void *recvbuf,
	VCUBE_INT recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Scan, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Scatter, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm))
MPI_LARGE_CALL(yes, int, Scatterv, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount,
	MPI_Datatype recvtype, int root, MPI_Comm comm))

MPI_PART("Nonblocking collectives")
MPI_LARGE_CALL(yes, int, Iallgather, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Iallgatherv, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Iallreduce, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ialltoall, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ialltoallv, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], MPI_Datatype sendtype, void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ialltoallw, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm, MPI_Request *request))
MPI_CALL(yes, int, Ibarrier, (MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ibcast, (void *buffer, VCUBE_INT count, MPI_Datatype datatype, int root,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Iexscan, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Igather, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Igatherv, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, const VCUBE_INT recvcounts[], const VCUBE_PLACE displs[],
	MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ineighbor_allgather, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ineighbor_allgatherv, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ineighbor_alltoall, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ineighbor_alltoallv, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], MPI_Datatype sendtype, void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ineighbor_alltoallw, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
	const VCUBE_INT recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ireduce, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ireduce_scatter, (const void *sendbuf, void *recvbuf,
	const VCUBE_INT recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Ireduce_scatter_block, (const void *sendbuf, void *recvbuf,
	VCUBE_INT recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Iscan, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Iscatter, (const void *sendbuf, VCUBE_INT sendcount, MPI_Datatype sendtype,
	void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Iscatterv, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount,
	MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request))

MPI_PART("Persistent collectives")
MPI_LARGE_CALL(yes, int, Allgather_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Allgatherv_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Allreduce_init, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Alltoall_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Alltoallv_init, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], MPI_Datatype sendtype, void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Alltoallw_init, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
	const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_CALL(yes, int, Barrier_init, (MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Bcast_init, (void *buffer, VCUBE_INT count, MPI_Datatype datatype,
	int root, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Exscan_init, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Gather_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, int root,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Gatherv_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Neighbor_allgather_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Neighbor_allgatherv_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, const VCUBE_INT recvcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Neighbor_alltoall_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Neighbor_alltoallv_init, (const void *sendbuf,
	const VCUBE_INT sendcounts[], const VCUBE_PLACE sdispls[], MPI_Datatype sendtype,
	void *recvbuf, const VCUBE_INT recvcounts[], const VCUBE_PLACE rdispls[],
	MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Neighbor_alltoallw_init, (const void *sendbuf,
	const VCUBE_INT sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
	void *recvbuf, const VCUBE_INT recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Reduce_init, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Reduce_scatter_block_init, (const void *sendbuf, void *recvbuf,
	VCUBE_INT recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
	MPI_Request *request))
MPI_LARGE_CALL(yes, int, Reduce_scatter_init, (const void *sendbuf, void *recvbuf,
	const VCUBE_INT recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
	MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Scan_init, (const void *sendbuf, void *recvbuf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Scatter_init, (const void *sendbuf, VCUBE_INT sendcount,
	MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount, MPI_Datatype recvtype, int root,
	MPI_Comm comm, MPI_Info info, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Scatterv_init, (const void *sendbuf, const VCUBE_INT sendcounts[],
	const VCUBE_PLACE displs[], MPI_Datatype sendtype, void *recvbuf, VCUBE_INT recvcount,
	MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request))

MPI_PART("One-sided communication")
MPI_LARGE_CALL(yes, int, Accumulate, (const void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win))
MPI_CALL(yes, int, Compare_and_swap, (const void *origin_addr, const void *compare_addr,
	void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
	MPI_Win win))
MPI_CALL(yes, int, Fetch_and_op, (const void *origin_addr, void *result_addr,
	MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win))
MPI_LARGE_CALL(yes, int, Get, (void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Win win))
MPI_LARGE_CALL(yes, int, Get_accumulate, (const void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, void *result_addr, VCUBE_INT result_count,
	MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win))
MPI_LARGE_CALL(yes, int, Put, (const void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Win win))
MPI_LARGE_CALL(yes, int, Raccumulate, (const void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Rget, (void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Rget_accumulate, (const void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, void *result_addr, VCUBE_INT result_count,
	MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Rput, (const void *origin_addr, VCUBE_INT origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, VCUBE_INT target_count,
	MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request))
MPI_LARGE_CALL(yes, int, Win_allocate, (MPI_Aint size, VCUBE_PLACE disp_unit, MPI_Info info,
	MPI_Comm comm, void *baseptr, MPI_Win *win))
MPI_LARGE_CALL(yes, int, Win_allocate_shared, (MPI_Aint size, VCUBE_PLACE disp_unit, MPI_Info info,
	MPI_Comm comm, void *baseptr, MPI_Win *win))
MPI_CALL(yes, int, Win_attach, (MPI_Win win, void *base, MPI_Aint size))
MPI_CALL(yes, int, Win_complete, (MPI_Win win))
MPI_LARGE_CALL(yes, int, Win_create, (void *base, MPI_Aint size, VCUBE_PLACE disp_unit,
	MPI_Info info, MPI_Comm comm, MPI_Win *win))
MPI_CALL(yes, int, Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win))
MPI_CALL(yes, int, Win_detach, (MPI_Win win, const void *base))
MPI_CALL(yes, int, Win_fence, (int assert, MPI_Win win))
MPI_CALL(yes, int, Win_flush, (int rank, MPI_Win win))
MPI_CALL(yes, int, Win_flush_all, (MPI_Win win))
MPI_CALL(yes, int, Win_flush_local, (int rank, MPI_Win win))
MPI_CALL(yes, int, Win_flush_local_all, (MPI_Win win))
MPI_CALL(yes, int, Win_free, (MPI_Win *win))
MPI_CALL(yes, int, Win_get_group, (MPI_Win win, MPI_Group *group))
MPI_CALL(yes, int, Win_get_info, (MPI_Win win, MPI_Info *info_used))
MPI_CALL(yes, int, Win_get_name, (MPI_Win win, char *win_name, int *resultlen))
MPI_CALL(yes, int, Win_lock, (int lock_type, int rank, int assert, MPI_Win win))
MPI_CALL(yes, int, Win_lock_all, (int assert, MPI_Win win))
MPI_CALL(yes, int, Win_post, (MPI_Group group, int assert, MPI_Win win))
MPI_CALL(yes, int, Win_set_info, (MPI_Win win, MPI_Info info))
MPI_CALL(yes, int, Win_set_name, (MPI_Win win, const char *win_name))
MPI_LARGE_CALL(yes, int, Win_shared_query, (MPI_Win win, int rank, MPI_Aint *size,
	VCUBE_PLACE *disp_unit, void *baseptr))
MPI_CALL(yes, int, Win_start, (MPI_Group group, int assert, MPI_Win win))
MPI_CALL(yes, int, Win_sync, (MPI_Win win))
MPI_CALL(yes, int, Win_test, (MPI_Win win, int *flag))
MPI_CALL(yes, int, Win_unlock, (int rank, MPI_Win win))
MPI_CALL(yes, int, Win_unlock_all, (MPI_Win win))
MPI_CALL(yes, int, Win_wait, (MPI_Win win))

MPI_PART("Files")
MPI_CALL(yes, int, File_close, (MPI_File *fh))
MPI_CALL(yes, int, File_delete, (const char *filename, MPI_Info info))
MPI_CALL(yes, int, File_get_amode, (MPI_File fh, int *amode))
MPI_CALL(yes, int, File_get_atomicity, (MPI_File fh, int *flag))
MPI_CALL(yes, int, File_get_byte_offset, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp))
MPI_CALL(yes, int, File_get_group, (MPI_File fh, MPI_Group *group))
MPI_CALL(yes, int, File_get_info, (MPI_File fh, MPI_Info *info_used))
MPI_CALL(yes, int, File_get_position, (MPI_File fh, MPI_Offset *offset))
MPI_CALL(yes, int, File_get_position_shared, (MPI_File fh, MPI_Offset *offset))
MPI_CALL(yes, int, File_get_size, (MPI_File fh, MPI_Offset *size))
MPI_LARGE_CALL(yes, int, File_get_type_extent, (MPI_File fh, MPI_Datatype datatype,
	VCUBE_AINT *extent))
MPI_CALL(yes, int, File_get_view, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
	MPI_Datatype *filetype, char *datarep))
MPI_LARGE_CALL(yes, int, File_iread, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iread_all, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iread_at, (MPI_File fh, MPI_Offset offset, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iread_at_all, (MPI_File fh, MPI_Offset offset, void *buf,
	VCUBE_INT count, MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iread_shared, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iwrite, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iwrite_all, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iwrite_at, (MPI_File fh, MPI_Offset offset, const void *buf,
	VCUBE_INT count, MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iwrite_at_all, (MPI_File fh, MPI_Offset offset, const void *buf,
	VCUBE_INT count, MPI_Datatype datatype, MPI_Request *request))
MPI_LARGE_CALL(yes, int, File_iwrite_shared, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Request *request))
MPI_CALL(yes, int, File_open, (MPI_Comm comm, const char *filename, int amode, MPI_Info info,
	MPI_File *fh))
MPI_CALL(yes, int, File_preallocate, (MPI_File fh, MPI_Offset size))
MPI_LARGE_CALL(yes, int, File_read, (MPI_File fh, void *buf, VCUBE_INT count, MPI_Datatype datatype,
	MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_all, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_all_begin, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype))
MPI_CALL(yes, int, File_read_all_end, (MPI_File fh, void *buf, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_at, (MPI_File fh, MPI_Offset offset, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_at_all, (MPI_File fh, MPI_Offset offset, void *buf,
	VCUBE_INT count, MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_at_all_begin, (MPI_File fh, MPI_Offset offset, void *buf,
	VCUBE_INT count, MPI_Datatype datatype))
MPI_CALL(yes, int, File_read_at_all_end, (MPI_File fh, void *buf, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_ordered, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_ordered_begin, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype))
MPI_CALL(yes, int, File_read_ordered_end, (MPI_File fh, void *buf, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_read_shared, (MPI_File fh, void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_CALL(yes, int, File_seek, (MPI_File fh, MPI_Offset offset, int whence))
MPI_CALL(yes, int, File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence))
MPI_CALL(yes, int, File_set_atomicity, (MPI_File fh, int flag))
MPI_CALL(yes, int, File_set_info, (MPI_File fh, MPI_Info info))
MPI_CALL(yes, int, File_set_size, (MPI_File fh, MPI_Offset size))
MPI_CALL(yes, int, File_set_view, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
	MPI_Datatype filetype, const char *datarep, MPI_Info info))
MPI_CALL(yes, int, File_sync, (MPI_File fh))
MPI_LARGE_CALL(yes, int, File_write, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_all, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_all_begin, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype))
MPI_CALL(yes, int, File_write_all_end, (MPI_File fh, const void *buf, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_at, (MPI_File fh, MPI_Offset offset, const void *buf,
	VCUBE_INT count, MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_at_all, (MPI_File fh, MPI_Offset offset, const void *buf,
	VCUBE_INT count, MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_at_all_begin, (MPI_File fh, MPI_Offset offset, const void *buf,
	VCUBE_INT count, MPI_Datatype datatype))
MPI_CALL(yes, int, File_write_at_all_end, (MPI_File fh, const void *buf, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_ordered, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_ordered_begin, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype))
MPI_CALL(yes, int, File_write_ordered_end, (MPI_File fh, const void *buf, MPI_Status *status))
MPI_LARGE_CALL(yes, int, File_write_shared, (MPI_File fh, const void *buf, VCUBE_INT count,
	MPI_Datatype datatype, MPI_Status *status))
MPI_CALL(no, int, Register_datarep, (const char *datarep,
	MPI_Datarep_conversion_function *read_conversion_fn,
	MPI_Datarep_conversion_function *write_conversion_fn,
	MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state))

MPI_PART("Processes")
MPI_CALL(no, int, Close_port, (const char *port_name))
MPI_CALL(no, int, Comm_accept, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
	MPI_Comm *newcomm))
MPI_CALL(no, int, Comm_connect, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
	MPI_Comm *newcomm))
MPI_CALL(yes, int, Comm_disconnect, (MPI_Comm *comm))
MPI_CALL(yes, int, Comm_get_parent, (MPI_Comm *parent))
MPI_CALL(no, int, Comm_join, (int fd, MPI_Comm *intercomm))
MPI_CALL(no, int, Comm_spawn, (const char *command, char *argv[], int maxprocs, MPI_Info info,
	int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]))
MPI_CALL(no, int, Comm_spawn_multiple, (int count, char *array_of_commands[],
	char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[],
	int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]))
MPI_CALL(no, int, Lookup_name, (const char *service_name, MPI_Info info, char *port_name))
MPI_CALL(no, int, Open_port, (MPI_Info info, char *port_name))
MPI_CALL(no, int, Publish_name, (const char *service_name, MPI_Info info, const char *port_name))
MPI_CALL(no, int, Unpublish_name, (const char *service_name, MPI_Info info,
	const char *port_name))

MPI_PART("Sessions")
MPI_CALL(yes, int, Comm_create_from_group, (MPI_Group group, const char *stringtag, MPI_Info info,
	MPI_Errhandler errhandler, MPI_Comm *newcomm))
MPI_CALL(yes, int, Group_from_session_pset, (MPI_Session session, const char *pset_name,
	MPI_Group *newgroup))
MPI_CALL(yes, int, Intercomm_create_from_groups, (MPI_Group local_group, int local_leader,
	MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info,
	MPI_Errhandler errhandler, MPI_Comm *newintercomm))
MPI_LARGE_CALL(yes, int, Session_attach_buffer, (MPI_Session session, void *buffer, VCUBE_INT size))
MPI_CALL(yes, int, Session_call_errhandler, (MPI_Session session, int errorcode))
MPI_CALL(yes, int, Session_create_errhandler, (MPI_Session_errhandler_function *session_errhandler_fn,
	MPI_Errhandler *errhandler))
MPI_LARGE_CALL(yes, int, Session_detach_buffer, (MPI_Session session, void *buffer_addr,
	VCUBE_INT *size))
MPI_CALL(yes, int, Session_finalize, (MPI_Session *session))
MPI_CALL(yes, int, Session_flush_buffer, (MPI_Session session))
MPI_CALL(yes, int, Session_get_errhandler, (MPI_Session session, MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Session_get_info, (MPI_Session session, MPI_Info *info_used))
MPI_CALL(yes, int, Session_get_nth_pset, (MPI_Session session, MPI_Info info, int n, int *pset_len,
	char *pset_name))
MPI_CALL(yes, int, Session_get_num_psets, (MPI_Session session, MPI_Info info, int *npset_names))
MPI_CALL(yes, int, Session_get_pset_info, (MPI_Session session, const char *pset_name,
	MPI_Info *info))
MPI_CALL(yes, int, Session_iflush_buffer, (MPI_Session session, MPI_Request *request))
MPI_CALL(yes, int, Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session))
MPI_CALL(yes, int, Session_set_errhandler, (MPI_Session session, MPI_Errhandler errhandler))

MPI_PART("Conversion of handles")
MPI_CALL(yes, MPI_Fint, Comm_c2f, (MPI_Comm comm))
MPI_CALL(yes, MPI_Comm, Comm_f2c, (MPI_Fint comm))
MPI_CALL(yes, MPI_Comm, Comm_fromint, (int comm))
MPI_CALL(yes, int, Comm_toint, (MPI_Comm comm))
MPI_CALL(yes, MPI_Fint, Errhandler_c2f, (MPI_Errhandler errhandler))
MPI_CALL(yes, MPI_Errhandler, Errhandler_f2c, (MPI_Fint errhandler))
MPI_CALL(yes, MPI_Errhandler, Errhandler_fromint, (int errhandler))
MPI_CALL(yes, int, Errhandler_toint, (MPI_Errhandler errhandler))
MPI_CALL(yes, MPI_Fint, File_c2f, (MPI_File file))
MPI_CALL(yes, MPI_File, File_f2c, (MPI_Fint file))
MPI_CALL(yes, MPI_File, File_fromint, (int file))
MPI_CALL(yes, int, File_toint, (MPI_File file))
MPI_CALL(yes, MPI_Fint, Group_c2f, (MPI_Group group))
MPI_CALL(yes, MPI_Group, Group_f2c, (MPI_Fint group))
MPI_CALL(yes, MPI_Group, Group_fromint, (int group))
MPI_CALL(yes, int, Group_toint, (MPI_Group group))
MPI_CALL(yes, MPI_Fint, Info_c2f, (MPI_Info info))
MPI_CALL(yes, MPI_Info, Info_f2c, (MPI_Fint info))
MPI_CALL(yes, MPI_Info, Info_fromint, (int info))
MPI_CALL(yes, int, Info_toint, (MPI_Info info))
MPI_CALL(yes, MPI_Fint, Message_c2f, (MPI_Message message))
MPI_CALL(yes, MPI_Message, Message_f2c, (MPI_Fint message))
MPI_CALL(yes, MPI_Message, Message_fromint, (int message))
MPI_CALL(yes, int, Message_toint, (MPI_Message message))
MPI_CALL(yes, MPI_Fint, Op_c2f, (MPI_Op op))
MPI_CALL(yes, MPI_Op, Op_f2c, (MPI_Fint op))
MPI_CALL(yes, MPI_Op, Op_fromint, (int op))
MPI_CALL(yes, int, Op_toint, (MPI_Op op))
MPI_CALL(yes, MPI_Fint, Request_c2f, (MPI_Request request))
MPI_CALL(yes, MPI_Request, Request_f2c, (MPI_Fint request))
MPI_CALL(yes, MPI_Request, Request_fromint, (int request))
MPI_CALL(yes, int, Request_toint, (MPI_Request request))
MPI_CALL(yes, MPI_Fint, Session_c2f, (MPI_Session session))
MPI_CALL(yes, MPI_Session, Session_f2c, (MPI_Fint session))
MPI_CALL(yes, MPI_Session, Session_fromint, (int session))
MPI_CALL(yes, int, Session_toint, (MPI_Session session))
MPI_CALL(yes, int, Status_c2f, (const MPI_Status *c_status, MPI_Fint *f_status))
MPI_CALL(yes, int, Status_f2c, (const MPI_Fint *f_status, MPI_Status *c_status))
MPI_CALL(yes, MPI_Fint, Type_c2f, (MPI_Datatype datatype))
MPI_CALL(yes, MPI_Datatype, Type_f2c, (MPI_Fint datatype))
MPI_CALL(yes, MPI_Datatype, Type_fromint, (int datatype))
MPI_CALL(yes, int, Type_toint, (MPI_Datatype datatype))
MPI_CALL(yes, MPI_Fint, Win_c2f, (MPI_Win win))
MPI_CALL(yes, MPI_Win, Win_f2c, (MPI_Fint win))
MPI_CALL(yes, MPI_Win, Win_fromint, (int win))
MPI_CALL(yes, int, Win_toint, (MPI_Win win))

MPI_PART("Tool information")
MPI_CALL(yes, int, T_category_changed, (int *update_number))
MPI_CALL(yes, int, T_category_get_categories, (int cat_index, int len, int indices[]))
MPI_CALL(yes, int, T_category_get_cvars, (int cat_index, int len, int indices[]))
MPI_CALL(yes, int, T_category_get_events, (int cat_index, int len, int indices[]))
MPI_CALL(yes, int, T_category_get_index, (const char *name, int *cat_index))
MPI_CALL(yes, int, T_category_get_info, (int cat_index, char *name, int *name_len, char *desc,
	int *desc_len, int *num_cvars, int *num_pvars, int *num_categories))
MPI_CALL(yes, int, T_category_get_num, (int *num_cat))
MPI_CALL(yes, int, T_category_get_num_events, (int cat_index, int *num_events))
MPI_CALL(yes, int, T_category_get_pvars, (int cat_index, int len, int indices[]))
MPI_CALL(yes, int, T_cvar_get_index, (const char *name, int *cvar_index))
MPI_CALL(yes, int, T_cvar_get_info, (int cvar_index, char *name, int *name_len, int *verbosity,
	MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
	int *scope))
MPI_CALL(yes, int, T_cvar_get_num, (int *num_cvar))
MPI_CALL(yes, int, T_cvar_handle_alloc, (int cvar_index, void *obj_handle,
	MPI_T_cvar_handle *handle, int *count))
MPI_CALL(yes, int, T_cvar_handle_free, (MPI_T_cvar_handle *handle))
MPI_CALL(yes, int, T_cvar_read, (MPI_T_cvar_handle handle, void *buf))
MPI_CALL(yes, int, T_cvar_write, (MPI_T_cvar_handle handle, const void *buf))
MPI_CALL(yes, int, T_enum_get_info, (MPI_T_enum enumtype, int *num, char *name, int *name_len))
MPI_CALL(yes, int, T_enum_get_item, (MPI_T_enum enumtype, int indx, int *value, char *name,
	int *name_len))
MPI_CALL(yes, int, T_event_callback_get_info, (MPI_T_event_registration event_registration,
	MPI_T_cb_safety cb_safety, MPI_Info *info_used))
MPI_CALL(yes, int, T_event_callback_set_info, (MPI_T_event_registration event_registration,
	MPI_T_cb_safety cb_safety, MPI_Info info))
MPI_CALL(yes, int, T_event_copy, (MPI_T_event_instance event_instance, void *buffer))
MPI_CALL(yes, int, T_event_get_index, (const char *name, int *event_index))
MPI_CALL(yes, int, T_event_get_info, (int event_index, char *name, int *name_len, int *verbosity,
	MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements,
	MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind))
MPI_CALL(yes, int, T_event_get_num, (int *num_events))
MPI_CALL(yes, int, T_event_get_source, (MPI_T_event_instance event_instance, int *source_index))
MPI_CALL(yes, int, T_event_get_timestamp, (MPI_T_event_instance event_instance,
	MPI_Count *event_timestamp))
MPI_CALL(yes, int, T_event_handle_alloc, (int event_index, void *obj_handle, MPI_Info info,
	MPI_T_event_registration *event_registration))
MPI_CALL(yes, int, T_event_handle_free, (MPI_T_event_registration event_registration,
	void *user_data, MPI_T_event_free_cb_function free_cb_function))
MPI_CALL(yes, int, T_event_handle_get_info, (MPI_T_event_registration event_registration,
	MPI_Info *info_used))
MPI_CALL(yes, int, T_event_handle_set_info, (MPI_T_event_registration event_registration,
	MPI_Info info))
MPI_CALL(yes, int, T_event_read, (MPI_T_event_instance event_instance, int element_index,
	void *buffer))
MPI_CALL(yes, int, T_event_register_callback, (MPI_T_event_registration event_registration,
	MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
	MPI_T_event_cb_function event_cb_function))
MPI_CALL(yes, int, T_event_set_dropped_handler, (MPI_T_event_registration event_registration,
	MPI_T_event_dropped_cb_function dropped_cb_function))
MPI_CALL(yes, int, T_finalize, (void))
MPI_CALL(yes, int, T_init_thread, (int required, int *provided))
MPI_CALL(yes, int, T_pvar_get_index, (const char *name, int var_class, int *pvar_index))
MPI_CALL(yes, int, T_pvar_get_info, (int pvar_index, char *name, int *name_len, int *verbosity,
	int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
	int *bind, int *readonly, int *continuous, int *atomic))
MPI_CALL(yes, int, T_pvar_get_num, (int *num_pvar))
MPI_CALL(yes, int, T_pvar_handle_alloc, (MPI_T_pvar_session session, int pvar_index,
	void *obj_handle, MPI_T_pvar_handle *handle, int *count))
MPI_CALL(yes, int, T_pvar_handle_free, (MPI_T_pvar_session session, MPI_T_pvar_handle *handle))
MPI_CALL(yes, int, T_pvar_read, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf))
MPI_CALL(yes, int, T_pvar_readreset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle,
	void *buf))
MPI_CALL(yes, int, T_pvar_reset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
MPI_CALL(yes, int, T_pvar_session_create, (MPI_T_pvar_session *session))
MPI_CALL(yes, int, T_pvar_session_free, (MPI_T_pvar_session *session))
MPI_CALL(yes, int, T_pvar_start, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
MPI_CALL(yes, int, T_pvar_stop, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
MPI_CALL(yes, int, T_pvar_write, (MPI_T_pvar_session session, MPI_T_pvar_handle handle,
	const void *buf))
MPI_CALL(yes, int, T_source_get_info, (int source_index, char *name, int *name_len, char *desc,
	int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
	MPI_Count *max_ticks, MPI_Info *info))
MPI_CALL(yes, int, T_source_get_num, (int *num_sources))
MPI_CALL(yes, int, T_source_get_timestamp, (int source_index, MPI_Count *timestamp))

MPI_PART("Removed in MPI 3.0")
MPI_CALL(yes, int, Address, (void *location, MPI_Aint *address))
MPI_CALL(yes, int, Errhandler_create, (MPI_Comm_errhandler_function *function,
	MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Errhandler_get, (MPI_Comm comm, MPI_Errhandler *errhandler))
MPI_CALL(yes, int, Errhandler_set, (MPI_Comm comm, MPI_Errhandler errhandler))
MPI_CALL(yes, int, Type_extent, (MPI_Datatype datatype, MPI_Aint *extent))
MPI_CALL(yes, int, Type_hindexed, (int count, int array_of_blocklengths[],
	MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_hvector, (int count, int blocklength, MPI_Aint stride,
	MPI_Datatype oldtype, MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_lb, (MPI_Datatype datatype, MPI_Aint *displacement))
MPI_CALL(yes, int, Type_struct, (int count, int array_of_blocklengths[],
	MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype *newtype))
MPI_CALL(yes, int, Type_ub, (MPI_Datatype datatype, MPI_Aint *displacement))
