import { route } from '../../api/call.ts'
import { listCategories } from './repository.ts'

export const categoryRoutes = [route('categories', async ({ tx }) => ({ data: await listCategories(tx) }))]
