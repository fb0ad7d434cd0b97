import type { TablerIcon } from '@tabler/icons-react'
import { type Access, allows, type Role } from '../../contract/access.ts'

/** A screen as menus offer it. */
export interface MenuItem {
  /** A path of the route tree; an item whose screen is not in it is not shown. */
  to: string
  label: string
  icon: TablerIcon
  access: Access
  /** Every path that begins so belongs to this entry; without it only the path itself. */
  prefix?: string
}

/** What of a table this person sees, given the screens that exist. */
export const visibleItems = (
  items: readonly MenuItem[],
  role: Role,
  exists: (path: string) => boolean,
): MenuItem[] => items.filter(({ to, access }) => exists(to) && allows(access, role))
