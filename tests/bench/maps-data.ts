import { sql } from 'drizzle-orm'
import { drawPlan } from '../../scripts/demo/draw-plan.ts'
import { plans } from '../../scripts/demo/floor-plans.ts'
import type { Database } from '../../server/db/client.ts'
import { parsePicture, recordPicture, storePicture } from '../../server/features/pictures/index.ts'
import { fileStorage } from '../../server/storage/files.ts'
import { addMap } from '../support/builders.ts'

/** Every tenth is in trouble, in turn abnormal, weak and broken. */
const troubled = 10

/** Two maps of the same picture: without a pin, and with `pins`, each with a camera, its meter and a reading. */
export async function fillMaps(
  database: Database,
  organizationId: number,
  folder: string,
  pins: number,
): Promise<{ empty: number; full: number }> {
  const [plan] = plans
  if (plan === undefined) throw new Error('there is no plan')
  const picture = await parsePicture(await drawPlan(plan), 'bench')
  await storePicture(fileStorage(folder), organizationId, picture)
  await database.asSystem((tx) => recordPicture(tx, organizationId, picture))
  const map = (name: string) => addMap(database, organizationId, { name, pictureSha256: picture.sha256 })
  const [empty, full] = [await map('ピンなし'), await map('ピンあり')]
  await database.asSystem(async (tx) => {
    await tx.execute(sql`
      insert into map_pins (organization_id, map_id, name, type, xratio, yratio)
      select ${organizationId}, ${full.id}, '第二プラント 冷却水循環ポンプ ' || i, case when i % 8 = 0 then 1 else 0 end,
        0.03 + 0.94 * (i % 20) / 20.0, 0.05 + 0.9 * (i / 20) * 20 / ${pins}::float
      from generate_series(0, ${pins - 1}) as i`)
    await tx.execute(sql`
      insert into devices (organization_id, name, type, status, serial_number, battery_per, map_pin_id)
      select organization_id, 'カメラ ' || id, 2, case id % ${3 * troubled} when 1 then 3 else 1 end, 'BENCH' || id,
        case id % ${3 * troubled} when 11 then 5 else 80 end, id
      from map_pins where map_id = ${full.id}`)
    await tx.execute(sql`
      insert into meters (organization_id, name, device_id, meter_unit_id, meter_category_id, decimal_point)
      select organization_id, 'メーター ' || id, id, 1, 1, 2 from devices where organization_id = ${organizationId}`)
    await tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at, received_at,
        updated_at)
      select organization_id, id, id % 100 / 100.0, 'corrected', 'camera', id % ${3 * troubled} = 21, now(), now(), now()
      from meters where organization_id = ${organizationId}`)
  })
  return { empty: empty.id, full: full.id }
}
