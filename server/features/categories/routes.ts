import type { Category } from '../../../contract/categories.ts'
import { Failure, ownerRoute, route } from '../../api/call.ts'
import { type CategoryRow, findIcon, listCategories, usageOfCategories } from './repository.ts'
import { createCategory, deleteCategory, updateCategory } from './service.ts'

export const categoryRoutes = [
  route('categories', async ({ tx }) => ({ data: (await listCategories(tx)).map(presentCategory) })),
  ownerRoute('categoryUsage', async ({ tx }) => ({ data: await usageOfCategories(tx) })),
  ownerRoute('createCategory', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentCategory(await createCategory(deps, session, tx, body)),
  })),
  ownerRoute('updateCategory', async ({ tx, session, deps, params, body }) => ({
    data: presentCategory(await updateCategory(deps, session, tx, params.id, body)),
  })),
  ownerRoute('deleteCategory', async ({ tx, session, deps, params }) => {
    await deleteCategory(deps, session, tx, params.id)
    return { data: { id: params.id } }
  }),
  route('categoryIcon', async ({ params, deps, request, reply }) => {
    const etag = `"${params.sha256}"`
    const headers = {
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    }
    // By its hash: what somebody has is what it is.
    if (request.headers['if-none-match'] === etag) return reply.headers(headers).code(304).send()
    const icon = await deps.database.asSystem((tx) => findIcon(tx, params.sha256), 'read only')
    if (icon === undefined) throw new Failure('not_found')
    return reply.headers(headers).type(icon.mediaType).send(Buffer.from(icon.bytes))
  }),
]

const presentCategory = ({
  id,
  name,
  type,
  icon,
  status,
  description,
  changePercent,
  changeLeast,
}: CategoryRow): Category => ({
  id,
  name,
  type,
  icon: icon === null ? null : `/api/v1/category-icons/${icon}`,
  status,
  description,
  change_percent: changePercent,
  change_least: changeLeast,
})
