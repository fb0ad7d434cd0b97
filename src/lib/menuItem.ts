import type { TablerIcon } from '@tabler/icons-react'
import { type Access, allows, type Role } from '../../contract/access.ts'

export interface MenuItem {
  /** Route path; hidden if the route does not exist. */
  to: string
  label: string
  icon: TablerIcon
  access: Access
  /** Paths with this prefix belong to the item; without it only `to`. */
  prefix?: string
}

/** Items that the user may see and whose routes exist. */
export const visibleItems = <Item extends MenuItem>(
  items: readonly Item[],
  role: Role,
  exists: (path: string) => boolean,
): Item[] => items.filter(({ to, access }) => exists(to) && allows(access, role))
