import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Whether people work at a meter, because its group is 点検中. */
export const isUnderMaintenance = (meterId: SQLWrapper): SQL<boolean> =>
  sql`exists (select from meters as held join maintenances on maintenances.group_id = held.meter_group_id
    where held.id = ${meterId})`
