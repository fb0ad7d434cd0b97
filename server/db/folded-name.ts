import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A name as people see it: width, letter case and invisible characters do not tell two names apart. */
export const foldedName = (name: SQLWrapper): SQL =>
  sql`lower(regexp_replace(normalize(${name}, NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'))`
