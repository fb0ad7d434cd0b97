import * as z from 'zod/mini'
import { anId } from '../../../lib/searchParams.ts'

/** The group whose meters are on the paper: of inspection or of meters. */
export const paperSearch = z.object({ inspection: anId, group: anId })
export type PaperSearch = z.output<typeof paperSearch>

/** Names a list on this device, and in the choice of lists; null: none is chosen. */
export const listName = ({ inspection, group }: PaperSearch): string | null =>
  inspection === undefined ? (group === undefined ? null : `group:${group}`) : `inspection:${inspection}`

/** Inverse of `listName`. */
export function searchOfList(name: string): PaperSearch {
  const [kind, id] = name.split(':')
  return kind === 'group' ? { group: Number(id) } : { inspection: Number(id) }
}
