import { route } from '../../api/call.ts'
import { listUnits } from './repository.ts'

export const unitRoutes = [route('units', async ({ tx }) => ({ data: await listUnits(tx) }))]
