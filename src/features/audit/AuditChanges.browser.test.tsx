import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/audit.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { mapAreasQuery, mapsQuery } from '../../lib/queries/maps/maps.ts'
import { AuditChanges } from './AuditChanges.tsx'

const at = '2026-11-20T09:00:00+09:00'
const pin = {
  id: 7,
  name: 'ポンプ室',
  type: 0 as const,
  xratio: 0.5,
  yratio: 0.5,
  map_id: 2,
  devices: [],
  updated_at: at,
}
const map = {
  id: 2,
  name: '1階',
  description: '',
  map_area_id: null,
  organization_id: 1,
  image: '',
  thumbnail: '',
  width: 1000,
  height: 600,
  created_at: at,
  updated_at: at,
}
const entry: AuditEntry = {
  id: 1,
  at,
  user: { id: 7, username: 'sato' },
  key: null,
  noun: 'device',
  subject_id: 5,
  subject_name: 'カメラ',
  action: 'update',
  meter_id: null,
  measured_at: null,
  restorable: false,
  before: {},
  after: {},
}

test('maps, map areas and pins are told by their names', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static', enabled: false } } })
  client.setQueryData(mapsQuery.queryKey, [{ ...map, map_pins: [pin] }])
  client.setQueryData(mapAreasQuery.queryKey, [
    { id: 3, name: '南棟', description: '', organization_id: 1, created_at: at, updated_at: at },
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <AuditChanges entry={{ ...entry, before: { map_pin_id: null }, after: { map_pin_id: 7 } }} />
      <AuditChanges entry={{ ...entry, noun: 'map-pin', action: 'create', after: { map_id: 2 } }} />
      <AuditChanges
        entry={{ ...entry, noun: 'map', before: { map_area_id: 3 }, after: { map_area_id: null } }}
      />
    </QueryClientProvider>,
  )
  const items = screen.getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent('ピン未設定からポンプ室')
  await expect.element(items.nth(1)).toMatchTextContent('マップ1階')
  await expect.element(items.nth(2)).toMatchTextContent('マップエリア南棟から未設定')
})
