/* Labels at every kind of place, and marks where they must be found: see tests/cc/objectives.sh. A label whose name
 * ends in _no is never covered, every other is when the program runs. What it prints must not depend on labels. */
#include "places.h"
#include <stdio.h>
#include <string.h>

#define PART first_part
#include "places_part.h"
#define PART second_part
#include "places_part.h"

#define TWICE(x) do { count += (x); count += (x); } while (0)
#define EMPTY
#define RETURN(x) return (x)
#define LOOP for (;;)

static int count;
static const char *const text = "//! label In_string : 1";

/* ---- before statements ---- */

static void simple(int x)
{
    //! label Before : x == 1
    /*@Before*/count++;
    count++; //! label Behind : x == 1
    /* a comment */ // another
    /*@Behind*/count++;
    //! label Two_A : 1; label Two_B : x == 2;
    //! label Two_C : 1
    // prose
    /*@Two_A,Two_B,Two_C*/count++;
    /*@Multi*/TWICE(x); count += (
        //! label Inside : 1
        1 + //! label Multi at places.c:33 : 1
        2);
    /*@Inside*/(void)text;
    //! label Declaration : x
    /*@Declaration*/int y = x;
    //! label Behind_it : y == x
    /*@Behind_it*/static int z;
    EMPTY //! label Empty : 1
    /*@Empty*/z = '"' + "//!"[0]; //! label End : y == x
/*@End*/}

static int bodies(int x)
{
    int i;
    if (x)
        //! label Then : x
        /*@Then*/count++;
    else
        //! label Else : !x
        /*@Else*/count--;
    if (x == 2) {
        count++;
        //! label Close : x == 2
    /*@Close*/} else if (x == 3) //! label Brace : x == 3
    /*@Brace*/{
        count++;
    } else
        //! label Elseif : 1
        /*@Elseif*/if (x == 4)
            count--;
    for (i = 0; i < x; i++)
        //! label For : i == 1
        /*@For*/while (count < 0)
            //! label While_no : 1
            /*@While_no*/count++;
    do
        //! label Do : x >= 0
        /*@Do*/i--;
    while (i > 0);
    LOOP
        //! label Loop : 1
        /*@Loop*/{ if (i++ > 3) break; }
    do {
        //! label Do_block : 1
    /*@Do_block*/} while (0);
    if (x)
        //! label Null : 1
        /*@Null*/;
    {
        //! label Alone : 1
    /*@Alone*/}
    { int inner = 7; { //! label Nested : inner == 7
        /*@Nested*/int inner = 8; //! label Hidden : inner == 8
    /*@Hidden*/} }
    return i;
}
//! label Line at places.c:94 : n
static int line(void)
{ int n = 1; {
        /*@Line*/return n; } }

/* ---- labels to jump to, switches ---- */

static int jumps(int x)
{
    int n = 0;
    switch (x) {
    //! label Case : x == 1
    case 1: /*@Case*/n = 1;
    //! label Cases : x == 2 || x == 3
    case 2:
    //! label Cases_too : x == 1
    case 3: /*@Cases,Cases_too*/n += 2; break;
    case 4:
        //! label Case_body : 1
        /*@Case_body*/{ n = 4; }
        break; //! label Default : x == 9
    default: /*@Default*/n = 9;
        //! label Switch_end : 1
    /*@Switch_end*/}
    switch (x)
        //! label Single : 1
        case 4: /*@Single*/n++;
    if (n)
        //! label Jump : 1
        again: /*@Jump*/n--;
    else
        other: third:
            //! label Third : 1
            /*@Third*/x--;
    if (n > 0) goto again;
    //! label Again : x
    last: /*@Again*/x--;
    if (x > 0) goto last;
    if (n == 0 && x == 0) {
        n = -1;
        goto other;
    }
    if (n == -2)
        goto third;
    return n;
    //! label Dead_no : 1
/*@Dead_no*/}

/* ---- where functions begin and end ---- */

//! label Entry at labelled@entry : x == 2; label Exit at labelled@exit : x == 0;
static void labelled(int x)
{
    /*@Entry*/again: x--;
    if (x > 0) goto again;
    if (x == 0) { count++; /*@Exit,Return*/return; }
    count--;
/*@Exit*/}
//! label Return at labelled@return : 1

//! label Entry_of_none at none@entry : 1; label Exit_of_none at places.c:none@exit : 1;
static void none(void) {/*@Entry_of_none,Exit_of_none*/}

static int returns(int x)
{
    /*@Entry_of_returns*/if (x == 1) /*@Result*/return 1;
    if (x == 2)
        /*@Result*/RETURN(x * 2);
    if (x == 3)
        /*@Result*/return ({ if (count > 1000000) /*@Result*/return 5; x * 2; });
    while (x) { if (x-- == 7) /*@Result*/return x; }
    /*@Result*/return (x, in_header(3));
    ;
}
//! label Result at ./places.c:returns@exit { r = \result } : \result != 5;
//! label Entry_of_returns at returns@entry : x

static void forever(void)
{
    for (;;) if (count++ > 3) /*@Forever*/return;
}
//! label Forever at forever@exit : 1

static int local_label(void)
{
    //! label Local : 1
    __label__ out;
    /*@Local,Local_entry*/goto out;
out: /*@Local_return*/return 1;
}
//! label Local_entry at local_label@entry : 1;
//! label Local_return at local_label@return : \result

static int old_style(x, s)
    int x;
    const char *s;
{
    //! label Old : x == 1 && s[0] == 'a'
    /*@Old*/return x + s[0];
}

/* ---- expressions and pragmas ---- */

static int in_expression(int x)
{
    int y = ({
        //! label In_expression : x == 4
        /*@In_expression*/int z = x;
        z++; //! label Value : z == 5
        /*@Value*/z;
    });
    #pragma GCC unroll 2 /* about the loop */
    //! label Pragma : y == 5
    /*@Pragma*/for (int i = 0; i < 2; i++)
        //! label In_loop : i
        /*@In_loop*/y += i;
    switch (y) {
    case 6: y++;
        //! label Fall : y == 7
        /*@Fall*/__attribute__((__fallthrough__));
    case 7: y++;
    }
    return y;
}

/* ---- what is compiled ---- */

static int conditional(int x)
{
#ifdef NOT_DEFINED
    //! label Left_out : no_such_name;
    x = no_such_name;
#elif 1
    //! label Compiled : x
    /*@Compiled*/x++;
#else
    //! label Left_out_too : no_such_name
    x--;
#endif
#if 0
    //! label Left_out_for_ever : no_such_name
#endif
#if 1
    //! label No_code : x
#endif
    /*@No_code*/return x;
}
//! label Line_left_out at places.c:222 : 1

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 10; i++) {
        simple(i);
        sum += bodies(i) + jumps(i) + returns(i) + in_expression(i) + conditional(i);
        sum += first_part(i) + second_part(i) + in_header(i);
        labelled(i);
    }
    forever();
    none();
    sum += local_label() + old_style(1, "a") + line();
    printf("%d %d %d\n", sum, count, (int)strlen(text));
    return sum & 1;
}
