import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const unitSchema = z.object({ id, name: z.string() }).register(z.globalRegistry, { id: 'MeterUnit' })

export const unitEndpoints = {
  units: endpoint({
    method: 'GET',
    path: '/api/v1/meters-units',
    access: 'user',
    summary: 'Meter units, the master list',
    data: z.array(unitSchema),
  }),
}
