/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's views of files: what is written through filetypes with holes lies where the filetypes
 * say, from any offset on, in each data representation. */
#include <stdlib.h>
#include <string.h>
#include "folder.h"
#include "ranks.h"

enum { MOST = 17, COPIES = 5, SPAN = 4096 };

static __thread int me, size;

static MPI_File
begin(int *argc, char ***argv)
{
	MPI_File file;

	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_File_open(MPI_COMM_WORLD, in_folder("views"), MPI_MODE_CREATE | MPI_MODE_RDWR
			   | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
	return file;
}

static int
end(MPI_File *file)
{
	WELL(MPI_File_close(file));
	return MPI_Finalize();
}

/* --- filetypes, of ints */

static void
dense(MPI_Datatype *type)
{
	WELL(MPI_Type_contiguous(3, MPI_INT, type));
}

static void
vector(MPI_Datatype *type)
{
	WELL(MPI_Type_vector(3, 2, 5, MPI_INT, type));
}

static void
loop(MPI_Datatype *type)
{
	MPI_Datatype inner;

	WELL(MPI_Type_vector(2, 1, 3, MPI_INT, &inner));
	WELL(MPI_Type_create_hvector(3, 1, 40, inner, type));
	WELL(MPI_Type_free(&inner));
}

static void
indexed(MPI_Datatype *type)
{
	WELL(MPI_Type_indexed(3, (int[]){1, 3, 2}, (int[]){1, 4, 9}, MPI_INT, type));
}

static void
indexed_block(MPI_Datatype *type)
{
	WELL(MPI_Type_create_indexed_block(3, 2, (int[]){0, 3, 11}, MPI_INT, type));
}

static void
resized(MPI_Datatype *type)
{
	WELL(MPI_Type_create_resized(MPI_INT, -8, 24, type));
}

static void
subarray(MPI_Datatype *type)
{
	WELL(MPI_Type_create_subarray(3, (int[]){3, 4, 5}, (int[]){2, 2, 3}, (int[]){1, 1, 2},
				      MPI_ORDER_FORTRAN, MPI_INT, type));
}

static void
darray(MPI_Datatype *type)
{
	WELL(MPI_Type_create_darray(4, 1, 2, (int[]){5, 6},
				    (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
				    (int[]){2, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 2},
				    MPI_ORDER_C, MPI_INT, type));
}

static void
structure(MPI_Datatype *type)
{
	MPI_Datatype parts[2];

	vector(&parts[0]);
	indexed(&parts[1]);
	WELL(MPI_Type_create_struct(2, (int[]){1, 2}, (MPI_Aint[]){8, 100}, parts, type));
	for (int i = 0; i < 2; i++)
		WELL(MPI_Type_free(&parts[i]));
}

static void (*const filetypes[])(MPI_Datatype *) = {
	dense, vector, loop, indexed, indexed_block, resized, subarray, darray, structure
};

/* --- places: the file has what MPI_Unpack makes of the data */

/* What is in the file of a rank: -1 where nothing was written. */
static void
draw(MPI_Datatype filetype, int *data, int bytes, char *image)
{
	int position = 0;

	memset(image, 0xff, SPAN);
	WELL(MPI_Unpack(data, bytes, &position, image, COPIES, filetype, MPI_COMM_SELF));
}

static void
fill_file(MPI_File file)
{
	char blank[SPAN];

	memset(blank, 0xff, sizeof blank);
	WELL(MPI_File_write_at(file, (MPI_Offset)me * SPAN, blank, SPAN, MPI_BYTE,
			       MPI_STATUS_IGNORE));
}

/* Writes the data in pieces of 1, 2, 3, .. ints, the last ones first. */
static void
write_pieces(MPI_File file, const int *data, int count)
{
	for (int to = count, n = 1; to > 0; to -= n++) {
		const int from = to > n ? to - n : 0;

		WELL(MPI_File_write_at_all(file, from, data + from, to - from, MPI_INT,
					   MPI_STATUS_IGNORE));
	}
}

static void
expect_file(MPI_Datatype filetype, int *data, int bytes)
{
	char image[SPAN], there[SPAN];
	MPI_File plain;

	draw(filetype, data, bytes, image);
	WELL(MPI_File_open(MPI_COMM_SELF, in_folder("views"), MPI_MODE_RDONLY, MPI_INFO_NULL,
			   &plain));
	WELL(MPI_File_read_at(plain, (MPI_Offset)me * SPAN, there, SPAN, MPI_BYTE,
			      MPI_STATUS_IGNORE));
	EXPECT(memcmp(there, image, SPAN) == 0);
	WELL(MPI_File_close(&plain));
}

/* Each etype lies at its byte offset. */
static void
expect_offsets(MPI_File file, const int *data, int count)
{
	MPI_File plain;

	WELL(MPI_File_open(MPI_COMM_SELF, in_folder("views"), MPI_MODE_RDONLY, MPI_INFO_NULL,
			   &plain));
	for (int i = 0; i < count; i++) {
		MPI_Offset at;
		int value;

		WELL(MPI_File_get_byte_offset(file, i, &at));
		WELL(MPI_File_read_at(plain, at, &value, sizeof value, MPI_BYTE,
				      MPI_STATUS_IGNORE));
		EXPECT(value == data[i]);
	}
	WELL(MPI_File_close(&plain));
}

static void
try_filetype(MPI_File file, MPI_Datatype filetype)
{
	int data[200], back[200] = {0}, bytes, count;
	MPI_Offset end;

	WELL(MPI_Type_size(filetype, &bytes));
	bytes *= COPIES;
	count = bytes / (int)sizeof *data;
	for (int i = 0; i < count; i++)
		data[i] = me * 1000 + i;
	fill_file(file);
	WELL(MPI_File_set_view(file, (MPI_Offset)me * SPAN, MPI_INT, filetype, "native",
			       MPI_INFO_NULL));
	write_pieces(file, data, count);
	expect_file(filetype, data, bytes);
	expect_offsets(file, data, count);
	WELL(MPI_File_read_all(file, back, count, MPI_INT, MPI_STATUS_IGNORE));
	EXPECT(memcmp(back, data, (size_t)bytes) == 0);
	WELL(MPI_File_get_position(file, &end));
	EXPECT(end == count);
	WELL(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "internal", MPI_INFO_NULL));
}

static int
holes(int argc, char **argv)
{
	MPI_File file = begin(&argc, &argv);

	for (size_t i = 0; i < COUNT(filetypes); i++) {
		MPI_Datatype filetype;

		filetypes[i](&filetype);
		WELL(MPI_Type_commit(&filetype));
		try_filetype(file, filetype);
		WELL(MPI_Type_free(&filetype));
	}
	return end(&file);
}

/* --- ends: MPI_SEEK_END counts the etypes that the file has, one that it cuts as well */

static int
ends(int argc, char **argv)
{
	MPI_File file = begin(&argc, &argv);

	for (size_t i = 0; i < COUNT(filetypes); i++) {
		MPI_Datatype filetype;

		filetypes[i](&filetype);
		WELL(MPI_Type_commit(&filetype));
		WELL(MPI_File_set_view(file, 12, MPI_INT, filetype, "native", MPI_INFO_NULL));
		for (MPI_Offset bytes = 0; bytes < 400; bytes += 50) {
			MPI_Offset own, shared, at;

			WELL(MPI_File_set_size(file, bytes));
			WELL(MPI_File_seek(file, 0, MPI_SEEK_END));
			WELL(MPI_File_get_position(file, &own));
			WELL(MPI_File_seek_shared(file, 0, MPI_SEEK_END));
			WELL(MPI_File_get_position_shared(file, &shared));
			EXPECT(own == shared);
			WELL(MPI_File_get_byte_offset(file, own, &at));
			EXPECT(at >= bytes);
			if (own > 0)
				WELL(MPI_File_get_byte_offset(file, own - 1, &at));
			EXPECT(own == 0 || at < bytes);
		}
		WELL(MPI_File_seek(file, -1, MPI_SEEK_CUR));
		WELL(MPI_Type_free(&filetype));
	}
	return end(&file);
}

/* --- external32 */

struct mixed {
	long number;
	char letter;
	double real;
	long double large;
};

static MPI_Datatype
mixed_type(void)
{
	const MPI_Datatype types[] = {MPI_LONG, MPI_CHAR, MPI_DOUBLE, MPI_LONG_DOUBLE};
	const MPI_Aint places[] = {offsetof(struct mixed, number), offsetof(struct mixed, letter),
		offsetof(struct mixed, real), offsetof(struct mixed, large)};
	MPI_Datatype type;

	WELL(MPI_Type_create_struct(4, (int[]){1, 1, 1, 1}, places, types, &type));
	WELL(MPI_Type_commit(&type));
	return type;
}

/* The bytes are those of MPI_Pack_external, and come back; also those of a file that ends
 * within an element. */
static int
external(int argc, char **argv)
{
	enum { ALL = 3, BYTES = 4 + 1 + 8 + 16 };
	struct mixed out[ALL], in[ALL];
	char packed[ALL * BYTES], there[ALL * BYTES];
	MPI_File file = begin(&argc, &argv);
	MPI_Datatype type = mixed_type();
	MPI_Aint position = 0;
	MPI_Status status;
	int count;

	memset(out, 0, sizeof out);
	memset(in, 0, sizeof in);
	for (int i = 0; i < ALL; i++)
		out[i] = (struct mixed){-me - i, (char)('a' + i), i + 0.5, i + 0.25L};
	WELL(MPI_Pack_external("external32", out, ALL, type, packed, sizeof packed, &position));
	WELL(MPI_File_set_view(file, (MPI_Offset)me * SPAN, MPI_BYTE, MPI_BYTE, "external32",
			       MPI_INFO_NULL));
	WELL(MPI_File_write_all(file, out, ALL, type, &status));
	WELL(MPI_Get_count(&status, type, &count));
	EXPECT(count == ALL);
	WELL(MPI_File_read_at(file, 0, there, ALL * BYTES, MPI_BYTE, &status));
	EXPECT(memcmp(there, packed, sizeof packed) == 0);
	WELL(MPI_File_set_size(file, (MPI_Offset)(size - 1) * SPAN + 2 * BYTES + 6));
	WELL(MPI_File_seek(file, 0, MPI_SEEK_SET));
	WELL(MPI_File_read_all(file, in, ALL, type, &status));
	WELL(MPI_Get_elements(&status, type, &count));
	EXPECT(count == (me == size - 1 ? 10 : 12));
	for (int i = 0; i < 2; i++)
		EXPECT(in[i].number == out[i].number && in[i].letter == out[i].letter
		       && in[i].real == out[i].real && in[i].large == out[i].large);
	WELL(MPI_Type_free(&type));
	return end(&file);
}

static void
long_vector(MPI_Datatype *type)
{
	WELL(MPI_Type_vector(2, 1, 3, MPI_LONG, type));
}

static void
long_subarray(MPI_Datatype *type)
{
	WELL(MPI_Type_create_subarray(2, (int[]){2, 4}, (int[]){2, 1}, (int[]){0, 1}, MPI_ORDER_C,
				      MPI_LONG, type));
}

static void
long_darray(MPI_Datatype *type)
{
	WELL(MPI_Type_create_darray(2, 1, 1, (int[]){4}, (int[]){MPI_DISTRIBUTE_CYCLIC},
				    (int[]){1}, (int[]){2}, MPI_ORDER_C, MPI_LONG, type));
}

static void
long_bytes(MPI_Datatype *type)
{
	WELL(MPI_Type_create_hvector(2, 1, 24, MPI_LONG, type));
}

static void
long_pair(MPI_Datatype *type)
{
	WELL(MPI_Type_dup(MPI_LONG_INT, type));
}

/* Distances that count elements shrink with them: a long has 4 bytes there. */
static const struct {
	void (*make)(MPI_Datatype *);
	MPI_Offset places[4];
	MPI_Aint extent;
} longs[] = {
	{long_vector, {0, 12, 16, 28}, 16},
	{long_subarray, {4, 20, 36, 52}, 32},
	{long_darray, {4, 12, 20, 28}, 16},
	{long_bytes, {0, 24, 28, 52}, 28},
	{long_pair, {0, 4, 8, 12}, 8},
};

static int
external_places(int argc, char **argv)
{
	MPI_File file = begin(&argc, &argv);

	for (size_t i = 0; i < COUNT(longs); i++) {
		MPI_Datatype filetype, etype = i + 1 < COUNT(longs) ? MPI_LONG : MPI_INT;
		MPI_Offset at;
		MPI_Aint extent;

		longs[i].make(&filetype);
		WELL(MPI_Type_commit(&filetype));
		WELL(MPI_File_set_view(file, 0, etype, filetype, "external32", MPI_INFO_NULL));
		WELL(MPI_File_get_type_extent(file, filetype, &extent));
		EXPECT(extent == longs[i].extent);
		for (int k = 0; k < 4; k++) {
			WELL(MPI_File_get_byte_offset(file, k, &at));
			EXPECT(at == longs[i].places[k]);
		}
		WELL(MPI_Type_free(&filetype));
	}
	return end(&file);
}

/* --- what a view is, and what it cannot be */

static int
asked(int argc, char **argv)
{
	MPI_File file = begin(&argc, &argv);
	char datarep[MPI_MAX_DATAREP_STRING];
	MPI_Datatype filetype, etype;
	MPI_Offset displacement;
	MPI_Aint extent;
	int bytes;

	WELL(MPI_File_get_view(file, &displacement, &etype, &filetype, datarep));
	EXPECT(displacement == 0 && etype == MPI_BYTE && filetype == MPI_BYTE);
	EXPECT(strcmp(datarep, "native") == 0);
	vector(&filetype);
	WELL(MPI_Type_commit(&filetype));
	WELL(MPI_File_set_view(file, 8, MPI_INT, filetype, "internal", MPI_INFO_NULL));
	WELL(MPI_Type_free(&filetype));         /* the view still has it */
	WELL(MPI_File_get_view(file, &displacement, &etype, &filetype, datarep));
	EXPECT(displacement == 8 && etype == MPI_INT && strcmp(datarep, "internal") == 0);
	WELL(MPI_Type_size(filetype, &bytes));
	EXPECT(bytes == 24);
	WELL(MPI_File_get_type_extent(file, filetype, &extent));
	EXPECT(extent == 48);
	WELL(MPI_Type_free(&filetype));
	return end(&file);
}

static void
back(MPI_Datatype *type)
{
	WELL(MPI_Type_indexed(2, (int[]){1, 1}, (int[]){3, 0}, MPI_INT, type));
}

static void
before(MPI_Datatype *type)
{
	WELL(MPI_Type_indexed(1, (int[]){1}, (int[]){-1}, MPI_INT, type));
}

static void
overlap(MPI_Datatype *type)
{
	WELL(MPI_Type_indexed(2, (int[]){2, 1}, (int[]){0, 1}, MPI_INT, type));
}

static void
odd(MPI_Datatype *type)
{
	WELL(MPI_Type_contiguous(6, MPI_BYTE, type));
}

static void
flat(MPI_Datatype *type)
{
	WELL(MPI_Type_create_resized(MPI_INT, 0, 0, type));
}

static int
refused(int argc, char **argv)
{
	static void (*const wrong[])(MPI_Datatype *) = {back, before, overlap, odd, flat};
	MPI_File file = begin(&argc, &argv);
	MPI_Datatype type, empty;
	int word = 0;

	for (size_t i = 0; i < COUNT(wrong); i++) {
		wrong[i](&type);
		WELL(MPI_Type_commit(&type));
		EXPECT(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL)
		       == MPI_ERR_IO);
		WELL(MPI_Type_free(&type));
	}
	vector(&type);
	EXPECT(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL) == MPI_ERR_TYPE);
	EXPECT(MPI_File_set_view(file, 0, MPI_DATATYPE_NULL, MPI_INT, "native", MPI_INFO_NULL)
	       == MPI_ERR_TYPE);
	WELL(MPI_Type_free(&type));
	EXPECT(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "morse", MPI_INFO_NULL)
	       == MPI_ERR_UNSUPPORTED_DATAREP);
	EXPECT(MPI_File_set_view(file, -4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL)
	       == MPI_ERR_DISP);
	EXPECT(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
				 MPI_INFO_NULL) == MPI_ERR_DISP);
	if (size > 1)
		EXPECT(MPI_File_set_view(file, 0, me ? MPI_INT : MPI_CHAR, me ? MPI_INT : MPI_CHAR,
					 "native", MPI_INFO_NULL) == MPI_ERR_NOT_SAME);

	WELL(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
	EXPECT(MPI_File_write(file, &word, 3, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_ERR_IO);
	EXPECT(MPI_File_write_at(file, INT64_MAX / 4, &word, 1, MPI_INT, MPI_STATUS_IGNORE)
	       == MPI_ERR_ARG);
	WELL(MPI_Type_contiguous(0, MPI_INT, &empty));
	WELL(MPI_Type_commit(&empty));
	EXPECT(MPI_File_set_view(file, 0, empty, empty, "native", MPI_INFO_NULL) == MPI_ERR_IO);
	WELL(MPI_File_set_view(file, 0, MPI_INT, empty, "native", MPI_INFO_NULL));
	WELL(MPI_File_write_all(file, &word, 0, MPI_INT, MPI_STATUS_IGNORE));
	EXPECT(MPI_File_write_all(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_ERR_IO);
	WELL(MPI_Type_free(&empty));
	return end(&file);
}

RANKS_TEST(test_holes, MOST, holes)
RANKS_TEST(test_ends, 3, ends)
RANKS_TEST(test_external, MOST, external)
RANKS_TEST(test_external_places, 2, external_places)
RANKS_TEST(test_asked, 2, asked)
RANKS_TEST(test_refused, 3, refused)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_holes),
		TEST(test_ends),
		TEST(test_external),
		TEST(test_external_places),
		TEST(test_asked),
		TEST(test_refused),
	};

	return RUN_IN_FOLDER(tests);
}
