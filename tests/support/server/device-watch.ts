import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Tx } from '../../../server/db/client.ts'
import { deviceReports, devices } from '../../../server/db/schema.ts'
import { keepSchedule, noteReport } from '../../../server/features/devices/note-report.ts'
import { recordPicture } from '../../../server/features/pictures/index.ts'
import { parsePicture } from '../../../server/features/pictures/upload.ts'
import { checkSilence } from '../../../server/jobs/minute-checks.ts'
import type { TestApp } from './app.ts'
import { addDevice, addMap, addMapPin } from './builders.ts'

type Given = Parameters<typeof addDevice>[2]
type Reported = Partial<Parameters<typeof noteReport>[2]>

/** Devices that report at times that a test chooses, all of one organization. */
export function deviceWatch(test: TestApp, organizationId = test.own.id) {
  const { database, clock } = test.deps
  const within = <T>(work: (tx: Tx) => Promise<T>) => database.inOrganization(organizationId, null, work)
  const edit = (id: number, changed: Partial<typeof devices.$inferInsert>) =>
    within(async (tx) => {
      await tx.update(devices).set(changed).where(sql`${devices.id} = ${id}`)
      await keepSchedule(tx, id, clock())
    })
  /**
   * Moves the clock to just after a local time of Tokyo. Exactly at a due time, the result would depend on whether the
   * next step falls into the same millisecond.
   */
  const goTo = (local: string) => test.advance(Date.parse(`${local}+09:00`) + 1 - clock().getTime())
  const setLastCheck = (local: string) =>
    database.asSystem((tx) => tx.execute(sql`update silence_checks set at = ${`${local}+09:00`}`))
  return {
    within,
    edit,
    /** Default: a WiFi camera, daily at 15:00, that has never reported. */
    async add(given: Given = {}): Promise<number> {
      const { id } = await addDevice(database, organizationId, {
        name: 'ポンプ室のカメラ',
        type: 2,
        status: 0,
        intervalCrons: '0 15 * * *',
        createdAt: clock(),
        ...given,
      })
      await within((tx) => keepSchedule(tx, id, clock()))
      return id
    },
    /** Adds the pin ポンプ室前 to a map 機械棟1階; returns its id. */
    async addPin(): Promise<number> {
      const create = { width: 4, height: 4, channels: 3, background: 'white' } as const
      const picture = await parsePicture(await sharp({ create }).png().toBuffer(), 'body')
      await database.asSystem((tx) => recordPicture(tx, organizationId, picture))
      const given = { name: '機械棟1階', pictureSha256: picture.sha256 }
      const { id: mapId } = await addMap(database, organizationId, given)
      const { id } = await addMapPin(database, organizationId, { name: 'ポンプ室前', mapId })
      return id
    },
    /** Now, by default with one picture of now. */
    report: (id: number, given: Reported = {}) =>
      within(async (tx) => {
        await tx.execute(sql`select from devices where id = ${id} for no key update`)
        const { measurements = 1 } = given
        const state = {
          measuredAt: clock(),
          isTimeUnconfirmed: false,
          receivedAt: clock(),
          batteryPer: null,
          dbm: null,
          runningTime: null,
          clockOffsetMs: null,
          errors: [],
          measurements,
          ...given,
        }
        await tx.insert(deviceReports).values({
          organizationId,
          deviceId: id,
          kind: measurements === 0 ? 'heartbeat' : 'picture',
          createdAt: state.measuredAt,
          receivedAt: state.receivedAt,
        })
        return noteReport(tx, id, state)
      }),
    read: async (id: number): Promise<typeof devices.$inferSelect> => {
      const [row] = await within((tx) => tx.select().from(devices).where(sql`${devices.id} = ${id}`))
      if (row === undefined) throw new Error(`there is no device ${id}`)
      return row
    },
    goTo,
    /** Looks for silence at a local time of Tokyo, as a server that ran all the while. */
    async checkSilenceAt(local: string): Promise<void> {
      await setLastCheck(local)
      goTo(local)
      await checkSilence(test.deps)
    },
    /** No server runs from one local time until silence is checked for at the other. */
    async downUntil(from: string, to: string): Promise<void> {
      await setLastCheck(from)
      goTo(to)
      await checkSilence(test.deps)
    },
  }
}
