import { QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Reading } from '../../../contract/readings.ts'
import { ReadingDialog } from '../../../src/features/readings/detail/ReadingDialog.tsx'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import { alertKeys } from '../../../src/lib/queries/alerts.ts'
import { categoriesQuery } from '../../../src/lib/queries/categories.ts'
import { metersQuery } from '../../../src/lib/queries/meters.ts'
import { readingKeys } from '../../../src/lib/queries/readings.ts'
import { unitsQuery } from '../../../src/lib/queries/units.ts'
import { notify } from '../../../src/ui/notice/notify.tsx'
import { anAccount } from '../responses/account.ts'
import { aMeter } from '../responses/meters.ts'
import { aReading } from '../responses/readings.ts'
import { dialogHasFocus } from './dialogHasFocus.ts'
import { showRouted } from './showRouted.tsx'

export const abnormal = aReading({ value: 0.95, is_abnormal: true, wakeup_reason: 1, ai_boost_enabled: true })

/** An alert of reading 7, as in a list. */
export const occurring = {
  id: 12,
  is_alert: true,
  is_alerted: true,
  confirm_at: null,
  confirmed_by: null,
  comment: null,
  comment_edited_at: null,
  created_at: '2026-11-20T14:00:00+09:00',
  updated_at: '2026-11-20T14:00:00+09:00',
  end_reason: null,
  emergency_start_value: 0.8,
  emergency_end_value: 1,
  meter_value: {
    id: abnormal.id,
    value: abnormal.value,
    meter_id: abnormal.meter_id,
    created_at: abnormal.created_at,
    thumbnail: null,
    result_thumbnail: null,
    meter: { ...abnormal.meter, emergency_start_value: 0.8, emergency_end_value: 1 },
  },
}
export const confirmed = {
  ...occurring,
  is_alert: false,
  is_alerted: false,
  confirm_at: '2026-11-20T15:00:00+09:00',
  confirmed_by: '監督 花子',
  comment: 'バルブを閉めました',
}

const offline = (): Response => {
  throw new TypeError('offline')
}

/** The stubbed network: requested changes, the response, and the response to a request for a reading. */
export const server = {
  asked: [] as Request[],
  answer: (): Response => Response.error(),
  reading: offline,
}

/** Before the tests of a file: all requests end at `server`. */
export function serveDialog(): void {
  beforeEach(() => {
    server.asked = []
    server.answer = () => Response.error()
    server.reading = offline
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      const isReading = /\/meters-value\/\d+$/.test(new URL(request.url).pathname)
      if (request.method === 'GET') return isReading ? server.reading() : offline()
      server.asked.push(request)
      return server.answer()
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    notify.clear()
  })
}

export const confirmingAs = (who: string) => (): Response =>
  Response.json({
    success: true,
    data: {
      ...confirmed,
      confirmed_by: who,
      created_at: abnormal.created_at,
      updated_at: abnormal.created_at,
    },
  })

export const confirming = confirmingAs(anAccount().username)

type Dialog = ComponentProps<typeof ReadingDialog>

/** The alert as the cache has it, once it has. */
export function DialogOfAlert({ alert, ...props }: Dialog & { alert: NonNullable<Dialog['alert']> }) {
  const { data } = useQuery<typeof alert>({ queryKey: alertKeys.one(alert.id), queryFn: skipToken })
  return <ReadingDialog alert={data ?? alert} {...props} />
}

interface Given {
  reading?: Reading
  alert?: NonNullable<Dialog['alert']>
  listed?: readonly { id: number }[]
  wakeup?: boolean
}

export async function openReading({ reading = abnormal, listed = [reading], alert, wakeup }: Given) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [])
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(readingKeys.one(reading.id), reading)
  const [onMove, onClose] = [vi.fn(), vi.fn()]
  const props = { id: reading.id, listed, onMove, onClose, ...(wakeup !== undefined && { wakeup }) }
  const dialog = alert ? <DialogOfAlert {...props} alert={alert} /> : <ReadingDialog {...props} />
  const screen = await showRouted(client, dialog, ['/meter-value/$id'])
  const title = screen.getByRole('heading', { name: /No\.3 冷却水圧力/ })
  await dialogHasFocus(/No\.3 冷却水圧力/)
  return { client, screen, title, onMove, onClose }
}
