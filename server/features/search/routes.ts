import { route } from '../../api/call.ts'
import { search } from './search.ts'

export const searchRoutes = [
  route('search', async ({ tx, session, query }) => ({ data: await search(tx, session, query.text) })),
]
