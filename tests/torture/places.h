/* For places.c: functions of a header with labels, and a body that is included several times. */
#ifndef PLACES_H
#define PLACES_H

static inline int in_header(int x)
{
    //! label Header : x == 3;
    /*@Header*/return x + 1; //! label Header_end_no : 1
/*@Header_end_no*/}

#if 0
//! label In_comment_of_old_days : nothing;
#endif

#endif
