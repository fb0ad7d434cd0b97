import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { vi } from 'vitest'
import type { Device, DeviceError, DeviceHistory, DevicePicture } from '../../../contract/devices.ts'
import type { Account } from '../../../contract/users.ts'
import type { ArrivalDay } from '../../../src/features/devices/detail/arrivalDays.ts'
import { DeviceScreen } from '../../../src/features/devices/detail/DeviceScreen.tsx'
import type { DeviceDetailSearch } from '../../../src/features/devices/detail/search.ts'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import { anAccount } from '../responses/account.ts'
import { aDevice } from '../responses/devices.ts'
import { aMeter } from '../responses/meters.ts'
import { showRouted } from './showRouted.tsx'

interface Given {
  device?: Partial<Device>
  role?: Account['role']
  search?: DeviceDetailSearch
  arrivals?: readonly ArrivalDay[]
  pictures?: readonly DevicePicture[]
  errors?: readonly DeviceError[]
  history?: readonly DeviceHistory[]
  meters?: readonly ReturnType<typeof aMeter>[]
  devices?: readonly Device[]
  /** Answers a change, or anything else, otherwise. */
  answer?: (request: Request) => Promise<Response | undefined> | Response | undefined
}

/** The address as state. */
function Detail({ id, begin }: { id: number; begin: DeviceDetailSearch }) {
  const [search, setSearch] = useState(begin)
  return <DeviceScreen id={id} search={search} onSearch={setSearch} />
}

/** A device's detail over answers as the server's; what was sent is kept. */
export async function openDevice(given: Given = {}) {
  const device = aDevice(given.device)
  let kept: object = device
  const sent: object[] = []
  const asked: string[] = []
  const meters = given.meters ?? [aMeter({ name: 'No.1 冷却水圧力' })]
  const answers: Record<string, unknown> = {
    [`/api/v1/device/${device.id}/arrivals`]: given.arrivals ?? [],
    [`/api/v1/device/${device.id}/pictures`]: given.pictures ?? [],
    [`/api/v1/device/${device.id}/errors`]: given.errors ?? [],
    [`/api/v1/device/${device.id}/connection`]: {
      server_url: 'https://meters.example.jp',
      last_arrival: null,
      rejections: [],
      numbers: [],
    },
    [`/api/v1/device/${device.id}/key`]: {
      key: { access_key: 'access', secret_key: 'secret', created_at: device.created_at, expire_at: null },
      shared_keys: [],
      access_hash: null,
    },
    [`/api/v1/device-history/${device.id}`]: given.history ?? [],
    '/api/v1/devices': given.devices ?? [device],
    '/api/v1/meters': meters,
    '/api/v1/meters-units': [{ id: 1, name: 'MPa', status: 0 }],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    asked.push(`${request.method} ${pathname}${decodeURIComponent(search)}`)
    const other = await given.answer?.(request.clone())
    if (other) return other
    let data: unknown = answers[pathname]
    if (pathname === `/api/v1/device/${device.id}`) {
      const changes = request.method === 'PUT' ? ((await request.json()) as object) : {}
      if (request.method === 'PUT') sent.push(changes)
      kept = { ...kept, ...changes }
      data = kept
    }
    return data === undefined
      ? Response.json({ success: true, data: [] })
      : Response.json({ success: true, data })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: given.role ?? 0 }))
  const screen = await showRouted(client, <Detail id={device.id} begin={given.search ?? {}} />, [
    '/devices',
    '/devices/$id',
    '/meters',
    '/meters/$id',
    '/meter-value/$id',
  ])
  return {
    screen,
    sent,
    asked,
    fact: (label: string) => screen.getByRole('group', { name: label, exact: true }),
  }
}
