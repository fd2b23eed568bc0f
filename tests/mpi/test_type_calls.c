/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls on datatypes: sizes of all predefined ones, names, external32, types by precision,
 * huge ones, large steps, and what is refused. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "layout.h"
#include "ranks.h"
#include "type.h"

struct double_int { double value; int index; };
struct long_int { long value; int index; };
struct short_int { short value; int index; };
struct ldouble_int { long double value; int index; };

#define SIZED(type, ctype, external) \
	{ MPI_##type, "MPI_" #type, sizeof(ctype), sizeof(ctype), external }
static const struct {
	MPI_Datatype type;
	const char *name;
	int size, extent, external;
} predefined[] = {
	SIZED(AINT, MPI_Aint, 8), SIZED(COUNT, MPI_Count, 8), SIZED(OFFSET, MPI_Offset, 8),
	SIZED(PACKED, char, 1), SIZED(BYTE, char, 1), SIZED(CHAR, char, 1),
	SIZED(WCHAR, wchar_t, 2), SIZED(SIGNED_CHAR, char, 1), SIZED(SHORT, short, 2),
	SIZED(INT, int, 4), SIZED(LONG, long, 4), SIZED(LONG_LONG_INT, long long, 8),
	SIZED(UNSIGNED_CHAR, char, 1), SIZED(UNSIGNED_SHORT, short, 2), SIZED(UNSIGNED, int, 4),
	SIZED(UNSIGNED_LONG, long, 4), SIZED(UNSIGNED_LONG_LONG, long long, 8),
	SIZED(INT8_T, int8_t, 1), SIZED(INT16_T, int16_t, 2), SIZED(INT32_T, int32_t, 4),
	SIZED(INT64_T, int64_t, 8), SIZED(UINT8_T, int8_t, 1), SIZED(UINT16_T, int16_t, 2),
	SIZED(UINT32_T, int32_t, 4), SIZED(UINT64_T, int64_t, 8), SIZED(FLOAT, float, 4),
	SIZED(DOUBLE, double, 8), SIZED(LONG_DOUBLE, long double, 16), SIZED(C_BOOL, _Bool, 1),
	SIZED(C_COMPLEX, float _Complex, 8), SIZED(C_DOUBLE_COMPLEX, double _Complex, 16),
	SIZED(C_LONG_DOUBLE_COMPLEX, long double _Complex, 32), SIZED(CXX_BOOL, _Bool, 1),
	SIZED(CXX_FLOAT_COMPLEX, float _Complex, 8),
	SIZED(CXX_DOUBLE_COMPLEX, double _Complex, 16),
	SIZED(CXX_LONG_DOUBLE_COMPLEX, long double _Complex, 32), SIZED(LOGICAL, int, 4),
	SIZED(INTEGER, int, 4), SIZED(REAL, float, 4), SIZED(DOUBLE_PRECISION, double, 8),
	SIZED(COMPLEX, float _Complex, 8), SIZED(DOUBLE_COMPLEX, double _Complex, 16),
	SIZED(CHARACTER, char, 1), SIZED(LOGICAL1, char[1], 1), SIZED(LOGICAL2, char[2], 2),
	SIZED(LOGICAL4, char[4], 4), SIZED(LOGICAL8, char[8], 8), SIZED(LOGICAL16, char[16], 16),
	SIZED(INTEGER1, char[1], 1), SIZED(INTEGER2, char[2], 2), SIZED(INTEGER4, char[4], 4),
	SIZED(INTEGER8, char[8], 8), SIZED(INTEGER16, char[16], 16), SIZED(REAL2, char[2], 2),
	SIZED(REAL4, char[4], 4), SIZED(REAL8, char[8], 8), SIZED(REAL16, char[16], 16),
	SIZED(COMPLEX4, char[4], 4), SIZED(COMPLEX8, char[8], 8), SIZED(COMPLEX16, char[16], 16),
	SIZED(COMPLEX32, char[32], 32),
	{ MPI_LB, "MPI_LB", 0, 0, 0 },
	{ MPI_UB, "MPI_UB", 0, 0, 0 },
	{ MPI_FLOAT_INT, "MPI_FLOAT_INT", 8, 8, 8 },
	{ MPI_DOUBLE_INT, "MPI_DOUBLE_INT", 12, sizeof(struct double_int), 12 },
	{ MPI_LONG_INT, "MPI_LONG_INT", sizeof(long) + 4, sizeof(struct long_int), 8 },
	{ MPI_2INT, "MPI_2INT", 8, 8, 8 },
	{ MPI_SHORT_INT, "MPI_SHORT_INT", 6, sizeof(struct short_int), 6 },
	{ MPI_LONG_DOUBLE_INT, "MPI_LONG_DOUBLE_INT", sizeof(long double) + 4,
		sizeof(struct ldouble_int), 20 },
	{ MPI_2REAL, "MPI_2REAL", 8, 8, 8 },
	{ MPI_2DOUBLE_PRECISION, "MPI_2DOUBLE_PRECISION", 16, 16, 16 },
	{ MPI_2INTEGER, "MPI_2INTEGER", 8, 8, 8 },
};

static int
predefined_types(int argc, char **argv)
{
	int named = 0;

	MPI_Init(&argc, &argv);
	for (size_t i = 0; i < COUNT(predefined); i++) {
		const MPI_Datatype type = predefined[i].type;
		char name[MPI_MAX_OBJECT_NAME];
		int size, length, none[3], combiner;
		MPI_Aint lb, extent, external;

		WELL(MPI_Type_size(type, &size));
		WELL(MPI_Type_get_extent(type, &lb, &extent));
		EXPECT(size == predefined[i].size && lb == 0 && extent == predefined[i].extent);
		WELL(MPI_Type_get_name(type, name, &length));
		EXPECT(strcmp(name, predefined[i].name) == 0 && length == (int)strlen(name));
		WELL(MPI_Type_get_envelope(type, &none[0], &none[1], &none[2], &combiner));
		EXPECT(!none[0] && !none[1] && !none[2] && combiner == MPI_COMBINER_NAMED);
		WELL(MPI_Pack_external_size("external32", 3, type, &external));
		EXPECT(external == 3 * predefined[i].external);
		EXPECT(vcm_type_handle(vcm_type(type)) == type);
	}
	for (int i = 0; i < TYPE_NUMBERS; i++)
		named += vcm_types[i] != NULL;
	EXPECT(named == COUNT(predefined));
	MPI_Finalize();
	return 0;
}

/* A name belongs to the process that gives it, also that of a predefined type. */
static int
names(int argc, char **argv)
{
	char name[MPI_MAX_OBJECT_NAME], mine[32];
	int length, rank;
	MPI_Datatype type, dup;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	snprintf(mine, sizeof mine, "of rank %d", rank);
	WELL(MPI_Type_set_name(MPI_INT, mine));
	WELL(MPI_Type_contiguous(2, MPI_INT, &type));
	WELL(MPI_Type_get_name(type, name, &length));
	EXPECT(length == 0 && name[0] == '\0');
	WELL(MPI_Type_set_name(type, "pair"));
	WELL(MPI_Type_dup(type, &dup));
	WELL(MPI_Type_get_name(dup, name, &length));
	EXPECT(length == 0);
	EXPECT(vcube_barrier(vcube_mpi_node(), NULL, NULL) == 0);
	WELL(MPI_Type_get_name(type, name, &length));
	EXPECT(strcmp(name, "pair") == 0);
	WELL(MPI_Type_get_name(MPI_INT, name, &length));
	EXPECT(strcmp(name, mine) == 0);
	WELL(MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length));
	EXPECT(strcmp(name, "MPI_DATATYPE_NULL") == 0);
	WELL(MPI_Type_free(&type));
	WELL(MPI_Type_free(&dup));
	EXPECT(dup == MPI_DATATYPE_NULL);
	MPI_Finalize();
	return 0;
}

static int
count_copies(MPI_Datatype type, int keyval, void *extra, void *in, void *out, int *flag)
{
	(void)type, (void)keyval;
	++*(int *)extra;
	*(void **)out = in;
	*flag = 1;
	return MPI_SUCCESS;
}

/* Refuses while it counts below 0. */
static int
count_deletions(MPI_Datatype type, int keyval, void *value, void *extra)
{
	(void)type, (void)keyval, (void)value;
	return ++((int *)extra)[1] > 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

/* Attributes go to a dup, and go with the last type that needs theirs; those of predefined
 * types belong to the process. */
static int
attributes(int argc, char **argv)
{
	int calls[2] = { 0 }, value = 7, *got = NULL, keyval, flag, again, old;
	MPI_Datatype type, dup, twice;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Type_create_keyval(count_copies, count_deletions, &keyval, calls));
	WELL(MPI_Type_set_attr(MPI_INT, keyval, &value));
	WELL(MPI_Type_get_attr(MPI_INT, keyval, &got, &flag));
	EXPECT(flag && got == &value);
	WELL(MPI_Type_get_attr(MPI_DOUBLE, keyval, &got, &flag));
	EXPECT(!flag);
	WELL(MPI_Type_dup(MPI_INT, &type));
	WELL(MPI_Type_dup(type, &dup));
	WELL(MPI_Type_contiguous(2, dup, &twice));
	WELL(MPI_Type_get_attr(dup, keyval, &got, &flag));
	EXPECT(flag && got == &value && calls[0] == 2);
	WELL(MPI_Type_get_attr(twice, keyval, &got, &flag));
	EXPECT(!flag);
	WELL(MPI_Type_free(&dup));
	EXPECT(calls[1] == 0);
	WELL(MPI_Type_free(&twice));
	EXPECT(calls[1] == 1);
	calls[1] = -1;
	EXPECT(MPI_Type_free(&type) == MPI_ERR_OTHER && type != MPI_DATATYPE_NULL);
	WELL(MPI_Type_free(&type));
	WELL(MPI_Type_delete_attr(MPI_INT, keyval));
	EXPECT(calls[1] == 2);
	EXPECT(MPI_Type_delete_attr(MPI_FLOAT, keyval) == MPI_ERR_KEYVAL);
	WELL(MPI_Type_free_keyval(&keyval));

	/* A key that was freed deletes, and is freed again, as long as an attribute has it. */
	WELL(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keyval, NULL));
	WELL(MPI_Type_set_attr(MPI_INT, keyval, &value));
	again = old = keyval;
	WELL(MPI_Type_free_keyval(&keyval));
	WELL(MPI_Type_free_keyval(&again));
	WELL(MPI_Type_delete_attr(MPI_INT, old));
	EXPECT(MPI_Type_free_keyval(&old) == MPI_ERR_KEYVAL);
	MPI_Finalize();
	return 0;
}

/* A long in 4 bytes, a double in 8, a wchar in 2: all with the high byte first */
static int
external32(int argc, char **argv)
{
	struct mixed { char c; long l; double d; wchar_t w; int tail; } in[2] = {
		{ 'a', -2, 1.0, L'x', 0x01020304 }, { 'b', 258, -0.5, 0x1234, -1 } }, out[2];
	const unsigned char right[] = {
		'a', 255, 255, 255, 254, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 'x', 1, 2, 3, 4,
		'b', 0, 0, 1, 2, 0xbf, 0xe0, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 255, 255, 255, 255,
	};
	const int lengths[] = { 1, 1, 1, 1, 1 };
	const MPI_Aint places[] = { offsetof(struct mixed, c), offsetof(struct mixed, l),
		offsetof(struct mixed, d), offsetof(struct mixed, w),
		offsetof(struct mixed, tail) };
	const MPI_Datatype types[] = { MPI_CHAR, MPI_LONG, MPI_DOUBLE, MPI_WCHAR, MPI_INT };
	unsigned char packed[64];
	MPI_Datatype type;
	MPI_Aint size, position = 0;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_create_struct(5, lengths, places, types, &type));
	WELL(MPI_Type_commit(&type));
	WELL(MPI_Pack_external_size("external32", 2, type, &size));
	EXPECT(size == sizeof right);
	WELL(MPI_Pack_external("external32", in, 2, type, packed, sizeof packed, &position));
	EXPECT(position == size && memcmp(packed, right, sizeof right) == 0);
	memset(out, 0, sizeof out);
	position = 0;
	WELL(MPI_Unpack_external("external32", packed, size, &position, out, 2, type));
	EXPECT(position == size);
	for (int i = 0; i < 2; i++)
		EXPECT(out[i].c == in[i].c && out[i].l == in[i].l && out[i].d == in[i].d &&
		       out[i].w == in[i].w && out[i].tail == in[i].tail);
	WELL(MPI_Type_free(&type));
	MPI_Finalize();
	return 0;
}

/* Unsigned numbers get zeros in front, long doubles the form of IEEE's quadruple precision. */
static int
external32_numbers(int argc, char **argv)
{
	const unsigned long in = 0xfffffffe;
	const long double number = -2.75L;
	const long double _Complex both = 1.0L + 0.5Li;
	unsigned char packed[32];
	unsigned long out = 0;
	long double number_out = 0;
	long double _Complex both_out = 0;
	MPI_Aint position = 0;

	MPI_Init(&argc, &argv);
	WELL(MPI_Pack_external("external32", &in, 1, MPI_UNSIGNED_LONG, packed, 4, &position));
	position = 0;
	WELL(MPI_Unpack_external("external32", packed, 4, &position, &out, 1, MPI_UNSIGNED_LONG));
	EXPECT(out == in);
	position = 0;
	WELL(MPI_Pack_external("external32", &number, 1, MPI_LONG_DOUBLE, packed, 16, &position));
	EXPECT(position == 16 && packed[0] == 0xc0 && packed[1] == 0 && packed[2] == 0x60);
	position = 0;
	WELL(MPI_Unpack_external("external32", packed, 16, &position, &number_out, 1,
				 MPI_LONG_DOUBLE));
	EXPECT(number_out == number);
	position = 0;
	WELL(MPI_Pack_external("external32", &both, 1, MPI_C_LONG_DOUBLE_COMPLEX, packed, 32,
			       &position));
	EXPECT(position == 32 && packed[0] == 0x3f && packed[1] == 0xff && packed[17] == 0xfe);
	position = 0;
	WELL(MPI_Unpack_external("external32", packed, 32, &position, &both_out, 1,
				 MPI_C_LONG_DOUBLE_COMPLEX));
	EXPECT(both_out == both);
	MPI_Finalize();
	return 0;
}

static int
by_precision(int argc, char **argv)
{
	static const struct {
		int precision, range, size;
	} reals[] = { { 6, 37, 4 }, { 7, 37, 8 }, { 6, 38, 8 }, { MPI_UNDEFINED, 300, 8 },
		      { 15, MPI_UNDEFINED, 8 }, { 16, 10, 16 }, { 33, 4931, 16 } };
	static const int integers[][2] = { { 2, 1 }, { 3, 2 }, { 9, 4 }, { 10, 8 }, { 18, 8 },
					   { 19, 16 } };
	int size, counts[3], combiner, arguments[2];
	MPI_Datatype type, again;

	MPI_Init(&argc, &argv);
	for (size_t i = 0; i < COUNT(reals); i++) {
		WELL(MPI_Type_create_f90_real(reals[i].precision, reals[i].range, &type));
		WELL(MPI_Type_size(type, &size));
		EXPECT(size == reals[i].size);
		WELL(MPI_Type_create_f90_real(reals[i].precision, reals[i].range, &again));
		EXPECT(again == type);
		WELL(MPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner));
		EXPECT(counts[0] == 2 && !counts[1] && !counts[2]);
		EXPECT(combiner == MPI_COMBINER_F90_REAL);
		WELL(MPI_Type_get_contents(type, 2, 0, 0, arguments, NULL, NULL));
		EXPECT(arguments[0] == reals[i].precision && arguments[1] == reals[i].range);
		WELL(MPI_Type_create_f90_complex(reals[i].precision, reals[i].range, &again));
		WELL(MPI_Type_size(again, &size));
		EXPECT(again != type && size == 2 * reals[i].size);
	}
	for (size_t i = 0; i < COUNT(integers); i++) {
		WELL(MPI_Type_create_f90_integer(integers[i][0], &type));
		WELL(MPI_Type_size(type, &size));
		EXPECT(size == integers[i][1]);
		WELL(MPI_Type_get_contents(type, 1, 0, 0, arguments, NULL, NULL));
		EXPECT(arguments[0] == integers[i][0]);
	}
	WELL(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type));
	EXPECT(type == MPI_REAL8);
	WELL(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &type));
	EXPECT(type == MPI_INTEGER2);
	WELL(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 8, &type));
	EXPECT(type == MPI_COMPLEX8);
	WELL(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &type));
	EXPECT(type == MPI_DOUBLE_INT);
	WELL(MPI_Type_get_value_index(MPI_INT, MPI_DOUBLE, &type));
	EXPECT(type == MPI_DATATYPE_NULL);
	MPI_Finalize();
	return 0;
}

/* Sizes that an int does not hold, and one that a count holds just so */
static int
huge(int argc, char **argv)
{
	const int most = INT_MAX, one = 1, none = 0, whole = MPI_DISTRIBUTE_BLOCK,
		usual = MPI_DISTRIBUTE_DFLT_DARG;
	MPI_Datatype big, bigger;
	MPI_Count size, lb, extent;
	int less;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Type_contiguous(INT_MAX, MPI_DOUBLE, &big));
	WELL(MPI_Type_commit(&big));
	WELL(MPI_Type_size_x(big, &size));
	EXPECT(size == 8ll * INT_MAX);
	WELL(MPI_Type_size(big, &less));
	EXPECT(less == MPI_UNDEFINED);
	WELL(MPI_Pack_size(1, big, MPI_COMM_SELF, &less));
	EXPECT(less == MPI_UNDEFINED);
	EXPECT(vcm_type(big)->signature.elements == INT_MAX);
	EXPECT(vcm_type_fits(vcm_type(big), INT_MAX / 4));
	EXPECT(!vcm_type_fits(vcm_type(big), INT_MAX));
	WELL(MPI_Type_create_hvector(INT_MAX, 1, 1ll << 31, MPI_BYTE, &bigger));
	WELL(MPI_Type_get_extent_x(bigger, &lb, &extent));
	EXPECT(lb == 0 && extent == (INT_MAX - 1) * (1ll << 31) + 1);
	WELL(MPI_Type_free(&bigger));
	EXPECT(MPI_Type_contiguous(INT_MAX, big, &bigger) == MPI_ERR_COUNT);
	EXPECT(MPI_Type_vector(2, 1, 1 << 28, big, &bigger) == MPI_SUCCESS);
	WELL(MPI_Type_free(&bigger));
	EXPECT(MPI_Type_vector(3, 1, 1 << 28, big, &bigger) == MPI_ERR_COUNT);
	EXPECT(MPI_Type_create_hvector(3, 1, INT64_MIN / 2, MPI_INT, &bigger) == MPI_ERR_COUNT);
	EXPECT(MPI_Type_create_resized(MPI_INT, 1, INT64_MAX, &bigger) == MPI_ERR_ARG);
	EXPECT(MPI_Type_create_subarray(1, &most, &one, &none, MPI_ORDER_C, big, &bigger) ==
	       MPI_ERR_COUNT);
	EXPECT(MPI_Type_create_darray(1, 0, 1, &most, &whole, &usual, &one, MPI_ORDER_C, big,
				      &bigger) == MPI_ERR_COUNT);
	WELL(MPI_Type_free(&big));
	MPI_Finalize();
	return 0;
}

/* Layouts stay small, and the data of what has no holes is one piece. */
static int
layouts(int argc, char **argv)
{
	MPI_Datatype rows, column, square, again;
	const struct layout *layout;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_vector(1000, 3, 3, MPI_INT, &rows));
	WELL(MPI_Type_commit(&rows));
	EXPECT(vcm_type_is_piece(vcm_type(rows), 1) && vcm_type_is_piece(vcm_type(rows), 7));
	WELL(MPI_Type_vector(100, 1, 10, MPI_DOUBLE, &column));
	WELL(MPI_Type_create_resized(column, 0, 8000, &again));
	WELL(MPI_Type_contiguous(5, again, &square));
	WELL(MPI_Type_commit(&square));
	layout = vcm_type(square)->layout;
	EXPECT(layout->kind == LAYOUT_STRIDED && layout->count == 500 && layout->bytes == 8);
	WELL(MPI_Type_free(&rows));
	WELL(MPI_Type_free(&column));
	WELL(MPI_Type_free(&square));
	WELL(MPI_Type_create_resized(MPI_INT, -4, 12, &square));
	WELL(MPI_Type_commit(&square));
	EXPECT(vcm_type_is_piece(vcm_type(square), 1) && !vcm_type_is_piece(vcm_type(square), 2));
	WELL(MPI_Type_free(&square));
	WELL(MPI_Type_free(&again));
	MPI_Finalize();
	return 0;
}

/* From MPI_BOTTOM, with what the calls for addresses return */
static int
addresses(int argc, char **argv)
{
	int a = 1, packed[2], position = 0;
	double b = 2;
	MPI_Aint places[2], same;
	const int lengths[] = { 1, 1 };
	const MPI_Datatype types[] = { MPI_INT, MPI_DOUBLE };
	char bytes[12];
	MPI_Datatype type;

	MPI_Init(&argc, &argv);
	(void)packed;
	WELL(MPI_Get_address(&a, &places[0]));
	WELL(MPI_Get_address(&b, &places[1]));
	WELL(MPI_Address(&b, &same));
	EXPECT(same == places[1]);
	EXPECT(MPI_Aint_add(places[0], MPI_Aint_diff(places[1], places[0])) == places[1]);
	WELL(MPI_Type_create_struct(2, lengths, places, types, &type));
	WELL(MPI_Type_commit(&type));
	WELL(MPI_Pack(MPI_BOTTOM, 1, type, bytes, 12, &position, MPI_COMM_SELF));
	EXPECT(memcmp(bytes, &a, 4) == 0 && memcmp(bytes + 4, &b, 8) == 0);
	a = 0, b = 0, position = 0;
	WELL(MPI_Unpack(bytes, 12, &position, MPI_BOTTOM, 1, type, MPI_COMM_SELF));
	EXPECT(a == 1 && b == 2 && position == 12);
	WELL(MPI_Type_free(&type));
	MPI_Finalize();
	return 0;
}

/* Calls that MPI 3.0 removed do what those do that replace them. */
static int
removed_calls(int argc, char **argv)
{
	int lengths[] = { 1, 2 };
	MPI_Aint places[] = { 8, 24 }, lb, ub, extent;
	MPI_Datatype types[] = { MPI_INT, MPI_SHORT }, type;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_hvector(2, 1, 16, MPI_INT, &type));
	WELL(MPI_Type_extent(type, &extent));
	EXPECT(extent == 20);
	WELL(MPI_Type_free(&type));
	WELL(MPI_Type_hindexed(2, lengths, places, MPI_INT, &type));
	WELL(MPI_Type_lb(type, &lb));
	WELL(MPI_Type_ub(type, &ub));
	EXPECT(lb == 8 && ub == 32);
	WELL(MPI_Type_free(&type));
	WELL(MPI_Type_struct(2, lengths, places, types, &type));
	WELL(MPI_Type_lb(type, &lb));
	WELL(MPI_Type_ub(type, &ub));
	EXPECT(lb == 8 && ub == 28);
	WELL(MPI_Type_free(&type));
	MPI_Finalize();
	return 0;
}

/* A bound that a call set stays, also below others, and hides those of data. */
static int
bounds_stay(int argc, char **argv)
{
	const int lengths[] = { 1, 1 };
	const MPI_Aint places[] = { 0, 100 };
	MPI_Datatype types[] = { MPI_DATATYPE_NULL, MPI_DOUBLE }, type;
	MPI_Aint lb, extent;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_create_resized(MPI_INT, -3, 9, &types[0]));
	WELL(MPI_Type_create_struct(2, lengths, places, types, &type));
	WELL(MPI_Type_get_extent(type, &lb, &extent));
	EXPECT(lb == -3 && extent == 9);
	WELL(MPI_Type_get_true_extent(type, &lb, &extent));
	EXPECT(lb == 0 && extent == 108);
	WELL(MPI_Type_free(&type));
	WELL(MPI_Type_free(&types[0]));
	MPI_Finalize();
	return 0;
}

/* Arguments that the program may go on after: every other check that a call makes */
static int
codes(int argc, char **argv)
{
	const int one = 1, none = 0, minus = -1, block = MPI_DISTRIBUTE_BLOCK,
		whole = MPI_DISTRIBUTE_NONE, cyclic = MPI_DISTRIBUTE_CYCLIC, two = 2,
		usual = MPI_DISTRIBUTE_DFLT_DARG;
	const MPI_Aint at = 0;
	const MPI_Datatype null = MPI_DATATYPE_NULL;
	MPI_Datatype type, other = MPI_DATATYPE_NULL;
	int n = 0, from[4] = { 0 }, to[4];
	MPI_Aint position = 0;
	MPI_Count size;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Type_vector(2, 1, 2, MPI_INT, &type));
#define REFUSED(code, call) EXPECT((call) == MPI_ERR_##code)
	REFUSED(COUNT, MPI_Type_vector(-1, 1, 1, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_vector(1, -1, 1, MPI_INT, &other));
	REFUSED(COUNT, MPI_Type_create_hvector(-1, 1, 1, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_create_hvector(1, -1, 1, MPI_INT, &other));
	REFUSED(COUNT, MPI_Type_indexed(-1, &one, &none, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_indexed(1, NULL, &none, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_indexed(1, &one, NULL, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_create_struct(1, &one, &at, NULL, &other));
	REFUSED(TYPE, MPI_Type_create_struct(1, &one, &at, &null, &other));
	REFUSED(COUNT, MPI_Type_create_indexed_block(-1, 1, &none, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_create_indexed_block(1, -1, &none, MPI_INT, &other));
	REFUSED(ARG, MPI_Type_create_hindexed_block(1, 1, NULL, MPI_INT, &other));
	REFUSED(TYPE, MPI_Type_dup(MPI_DATATYPE_NULL, &other));
	REFUSED(ARG, MPI_Type_commit(NULL));
	REFUSED(TYPE, MPI_Type_commit(&other));
	REFUSED(ARG, MPI_Type_free(NULL));
	REFUSED(TYPE, MPI_Type_free(&other));
#define SUBARRAY(dims, size, part, start) \
	MPI_Type_create_subarray(dims, size, part, start, MPI_ORDER_C, MPI_INT, &other)
	REFUSED(ARG, SUBARRAY(0, &one, &one, &none));
	REFUSED(ARG, SUBARRAY(1, NULL, &one, &none));
	REFUSED(ARG, SUBARRAY(1, &none, &one, &none));
	REFUSED(ARG, SUBARRAY(1, &one, &two, &none));
	REFUSED(ARG, SUBARRAY(1, &one, &one, &minus));
	REFUSED(TYPE, MPI_Type_create_subarray(1, &one, &one, &none, MPI_ORDER_C, null, &other));
#define DARRAY(processes, rank, size, deal, argument, shape) \
	MPI_Type_create_darray(processes, rank, 1, size, deal, argument, shape, MPI_ORDER_C, \
			       MPI_INT, &other)
	REFUSED(ARG, DARRAY(1, 1, &one, &block, &usual, &one));
	REFUSED(ARG, DARRAY(1, 0, NULL, &block, &usual, &one));
	REFUSED(ARG, DARRAY(1, 0, &none, &block, &usual, &one));
	REFUSED(ARG, DARRAY(1, 0, &one, &two, &usual, &one));
	REFUSED(ARG, DARRAY(1, 0, &one, &block, &usual, &none));
	REFUSED(ARG, DARRAY(2, 0, &two, &whole, &usual, &two));
	REFUSED(ARG, DARRAY(1, 0, &one, &cyclic, &none, &one));
	REFUSED(TYPE, MPI_Type_create_darray(1, 0, 1, &one, &block, &usual, &one, MPI_ORDER_C,
					     null, &other));
	REFUSED(COUNT, MPI_Pack(from, -1, MPI_INT, to, 16, &n, MPI_COMM_SELF));
	REFUSED(ARG, MPI_Pack(from, 1, MPI_INT, NULL, 16, &n, MPI_COMM_SELF));
	REFUSED(ARG, MPI_Pack(from, 1, MPI_INT, to, 16, NULL, MPI_COMM_SELF));
	REFUSED(BUFFER, MPI_Pack(NULL, 1, MPI_INT, to, 16, &n, MPI_COMM_SELF));
	REFUSED(COMM, MPI_Pack(from, 1, MPI_INT, to, 16, &n, MPI_COMM_NULL));
	REFUSED(TYPE, MPI_Pack(from, 1, null, to, 16, &n, MPI_COMM_SELF));
	REFUSED(TYPE, MPI_Unpack(from, 16, &n, to, 1, type, MPI_COMM_SELF));
	REFUSED(TRUNCATE, MPI_Unpack(from, 7, &n, to, 2, MPI_INT, MPI_COMM_SELF));
	REFUSED(COMM, MPI_Unpack(from, 16, &n, to, 1, MPI_INT, MPI_COMM_NULL));
	REFUSED(COUNT, MPI_Pack_size(-1, MPI_INT, MPI_COMM_SELF, &n));
	REFUSED(ARG, MPI_Pack_size(1, MPI_INT, MPI_COMM_SELF, NULL));
	REFUSED(COMM, MPI_Pack_size(1, MPI_INT, MPI_COMM_NULL, &n));
	REFUSED(COUNT, MPI_Pack_external("external32", from, -1, MPI_INT, to, 16, &position));
	REFUSED(TYPE, MPI_Pack_external("external32", from, 1, type, to, 16, &position));
	REFUSED(TRUNCATE, MPI_Pack_external("external32", from, 2, MPI_INT, to, 7, &position));
	REFUSED(ARG, MPI_Unpack_external("external32", from, 7, NULL, to, 1, MPI_INT));
	position = 9;
	REFUSED(ARG, MPI_Unpack_external("external32", from, 8, &position, to, 1, MPI_INT));
	REFUSED(TYPE, MPI_Pack_external_size("external32", 1, null, &position));
	REFUSED(ARG, MPI_Type_size(MPI_INT, NULL));
	REFUSED(TYPE, MPI_Type_size_x(null, &size));
	REFUSED(ARG, MPI_Type_get_true_extent(MPI_INT, NULL, &position));
	REFUSED(ARG, MPI_Type_get_envelope(type, &n, &n, &n, NULL));
	REFUSED(ARG, MPI_Type_get_contents(type, 3, 0, 0, from, NULL, &other));
	REFUSED(ARG, MPI_Type_get_contents(type, 3, 0, 1, NULL, NULL, &other));
	REFUSED(ARG, MPI_Type_set_name(type, NULL));
	REFUSED(ARG, MPI_Type_set_name(type, "a name of more than the one hundred and twenty-seven "
				       "characters that the standard ABI leaves to names of "
				       "objects, though nobody has one"));
	REFUSED(ARG, MPI_Type_get_name(type, NULL, &n));
	REFUSED(ARG, MPI_Get_address(from, NULL));
	REFUSED(ARG, MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &other));
	REFUSED(ARG, MPI_Type_create_f90_integer(39, &other));
	REFUSED(ARG, MPI_Type_create_f90_integer(2, NULL));
	REFUSED(ARG, MPI_Type_match_size(7, 4, &other));
	REFUSED(TYPE, MPI_Type_get_value_index(MPI_INT, null, &other));
	WELL(MPI_Type_free(&type));
	MPI_Finalize();
	return 0;
}

/* What reports call a type, and where its data lie */
static int
in_reports(int argc, char **argv)
{
	const int lengths[] = { 1, 1 };
	const MPI_Aint places[] = { 0, 8 };
	const MPI_Datatype types[] = { MPI_INT, MPI_DOUBLE };
	MPI_Datatype type, dup, back;
	char text[80];
	int64_t first;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_create_struct(2, lengths, places, types, &type));
	EXPECT(strcmp(vcm_type_text(vcm_type(type), text, sizeof text), "struct of 2 types") == 0);
	WELL(MPI_Type_dup(type, &dup));
	EXPECT(!strcmp(vcm_type_text(vcm_type(dup), text, sizeof text),
		       "dup of struct of 2 types"));
	WELL(MPI_Type_set_name(type, "particle"));
	EXPECT(strcmp(vcm_type_text(vcm_type(dup), text, sizeof text), "dup of particle") == 0);
	WELL(MPI_Type_create_resized(dup, 0, -32, &back));
	EXPECT(vcm_type_span(vcm_type(back), 3, &first) == 80 && first == -64);
	EXPECT(vcm_type_span(vcm_type(back), 0, &first) == 0 && first == 0);
	EXPECT(vcm_type_count(vcm_type(type), 36) == 3);
	EXPECT(vcm_type_count(vcm_type(type), 37) == MPI_UNDEFINED);
	EXPECT(vcm_type_count(vcm_type(MPI_LB), 1) == MPI_UNDEFINED);
	WELL(MPI_Type_free(&type));
	WELL(MPI_Type_free(&dup));
	WELL(MPI_Type_free(&back));
	MPI_Finalize();
	return 0;
}

#define PROGRAM(name, ...) \
static int \
name(int argc, char **argv) \
{ \
	MPI_Datatype type = MPI_DATATYPE_NULL; \
	int data[8] = { 0 }, position = 0; \
	MPI_Aint at = 0; \
\
	MPI_Init(&argc, &argv); \
	(void)type, (void)data, (void)position, (void)at; \
	__VA_ARGS__ \
	return 0; \
}
PROGRAM(null_type, MPI_Type_contiguous(1, type, &type);)
PROGRAM(negative_count, MPI_Type_contiguous(-1, MPI_INT, &type);)
PROGRAM(negative_length, data[1] = -2; MPI_Type_indexed(2, data, data, MPI_INT, &type);)
PROGRAM(no_newtype, MPI_Type_vector(1, 1, 1, MPI_INT, NULL);)
PROGRAM(not_committed,
	MPI_Type_vector(2, 1, 2, MPI_INT, &type);
	MPI_Pack(data, 1, type, data + 4, 8, &position, MPI_COMM_SELF);)
PROGRAM(free_predefined, type = MPI_INT; MPI_Type_free(&type);)
PROGRAM(use_freed,
	MPI_Type_contiguous(2, MPI_INT, &type);
	MPI_Datatype freed = type;
	MPI_Type_free(&type);
	MPI_Type_commit(&freed);)
PROGRAM(no_room, MPI_Pack(data, 4, MPI_INT, data + 4, 15, &position, MPI_COMM_SELF);)
PROGRAM(negative_position, position = -4;
	MPI_Unpack(data, 16, &position, data + 4, 1, MPI_INT, MPI_COMM_SELF);)
PROGRAM(other_datarep, MPI_Pack_external("native", data, 1, MPI_INT, data + 4, 4, &at);)
PROGRAM(no_contents, MPI_Type_get_contents(MPI_INT, 8, 0, 0, data, NULL, NULL);)
PROGRAM(few_contents,
	MPI_Type_vector(2, 1, 2, MPI_INT, &type);
	MPI_Type_get_contents(type, 2, 0, 1, data, NULL, &type);)
PROGRAM(outside_of_array,
	const int size[] = { 4, 4 }; const int part[] = { 2, 2 }; const int start[] = { 0, 3 };
	MPI_Type_create_subarray(2, size, part, start, MPI_ORDER_C, MPI_INT, &type);)
PROGRAM(unknown_order,
	const int one[] = { 1 }; const int none[] = { 0 };
	MPI_Type_create_subarray(1, one, one, none, 7, MPI_INT, &type);)
PROGRAM(wrong_processes,
	const int sizes[] = { 4, 4 }; const int processes[] = { 2, 2 };
	const int deal[] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC };
	const int usual[] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG };
	MPI_Type_create_darray(6, 0, 2, sizes, deal, usual, processes, MPI_ORDER_C, MPI_INT,
			       &type);)
PROGRAM(small_blocks,
	const int size[] = { 9 }; const int processes[] = { 2 }; const int block[] = { 4 };
	const int deal[] = { MPI_DISTRIBUTE_BLOCK };
	MPI_Type_create_darray(2, 0, 1, size, deal, block, processes, MPI_ORDER_C, MPI_INT,
			       &type);)
PROGRAM(too_precise, MPI_Type_create_f90_real(34, MPI_UNDEFINED, &type);)
PROGRAM(no_such_size, MPI_Type_match_size(MPI_TYPECLASS_REAL, 5, &type);)
PROGRAM(too_large,
	MPI_Type_contiguous(INT_MAX, MPI_DOUBLE, &type);
	MPI_Type_contiguous(INT_MAX, type, &type);)

static const struct {
	vcube_mpi_program *main;
	const char *words;
} refused[] = {
	{ null_type, "MPI_Type_contiguous on rank 0: communicator MPI_COMM_WORLD: the datatype is "
		"MPI_DATATYPE_NULL (MPI_ERR_TYPE)" },
	{ negative_count, "count is -1; it must be 0 or more (MPI_ERR_COUNT)" },
	{ negative_length, "array_of_blocklengths[1] is -2; it must be 0 or more (MPI_ERR_ARG)" },
	{ no_newtype, "newtype is NULL (MPI_ERR_ARG)" },
	{ not_committed, "the datatype vector of MPI_INT is not committed; call MPI_Type_commit "
		"before it is used (MPI_ERR_TYPE)" },
	{ free_predefined, "MPI_INT is predefined and cannot be freed (MPI_ERR_TYPE)" },
	{ use_freed, "is not a datatype or has been freed (MPI_ERR_TYPE)" },
	{ no_room, "the elements have 16 bytes; the packed buffer of 15 bytes has 15 left from "
		"position 0 on (MPI_ERR_TRUNCATE)" },
	{ negative_position, "position is -4 in a packed buffer of 16 bytes (MPI_ERR_ARG)" },
	{ other_datarep, "datarep is \"native\"; it must be \"external32\" (MPI_ERR_ARG)" },
	{ no_contents, "MPI_INT is a named type, which has no contents (MPI_ERR_TYPE)" },
	{ few_contents, "max_integers is 2; the type has 3, which MPI_Type_get_envelope returns" },
	{ outside_of_array, "array_of_starts[1] is 3; it must be from 0 to 2, the array's size "
		"minus the part's (MPI_ERR_ARG)" },
	{ unknown_order, "order is 7; it must be MPI_ORDER_C or MPI_ORDER_FORTRAN" },
	{ wrong_processes, "the product of array_of_psizes is not 6, the number of processes" },
	{ small_blocks, "array_of_dargs[0] is 4, but 2 blocks of that size do not hold 9 "
		"elements" },
	{ too_precise, "there is no real type of precision 34 and range -32766; the most are 33 "
		"and 4931" },
	{ no_such_size, "there is no type of 5 bytes in that class (MPI_ERR_ARG)" },
	{ too_large, "the new datatype would have a size or an extent of 2^63 bytes or more "
		"(MPI_ERR_COUNT)" },
};

static void
test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++)
		run_ranks_refused("full:1", refused[i].main, refused[i].words);
}

RANKS_TEST(test_predefined_types, 2, predefined_types)
RANKS_TEST(test_external32, 1, external32)
RANKS_TEST(test_external32_numbers, 1, external32_numbers)
RANKS_TEST(test_by_precision, 2, by_precision)
RANKS_TEST(test_huge, 1, huge)
RANKS_TEST(test_layouts, 1, layouts)
RANKS_TEST(test_addresses, 1, addresses)
RANKS_TEST(test_removed_calls, 1, removed_calls)
RANKS_TEST(test_bounds_stay, 1, bounds_stay)
RANKS_TEST(test_names, 3, names)
RANKS_TEST(test_codes, 1, codes)
RANKS_TEST(test_in_reports, 1, in_reports)
RANKS_TEST(test_attributes, 2, attributes)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_predefined_types),
		TEST(test_names),
		TEST(test_attributes),
		TEST(test_external32),
		TEST(test_external32_numbers),
		TEST(test_by_precision),
		TEST(test_huge),
		TEST(test_layouts),
		TEST(test_addresses),
		TEST(test_removed_calls),
		TEST(test_bounds_stay),
		TEST(test_codes),
		TEST(test_in_reports),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
