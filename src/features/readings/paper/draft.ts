import * as z from 'zod/mini'

const draftSchema = z.object({
  /** `YYYY-MM-DD HH:mm:ss` in the organization's zone. */
  measuredAt: z.string(),
  /** By meter; `key`: with which the value is sent, made once. */
  rows: z.record(z.string(), z.object({ text: z.string(), key: z.string() })),
})
export type Draft = z.infer<typeof draftSchema>

/** Key in localStorage. */
export const draftKey = (userId: number, list: string): string => `paperList.${userId}.${list}`

/** What was typed into a list and not stored; null: nothing. */
export function loadDraft(key: string): Draft | null {
  try {
    const { data } = z.safeParse(draftSchema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return data ?? null
  } catch {
    return null
  }
}

export const isTyped = ({ text }: { text: string } | undefined = { text: '' }): boolean => text.trim() !== ''

export function saveDraft(key: string, draft: Draft): void {
  if (Object.values(draft.rows).some(isTyped)) localStorage.setItem(key, JSON.stringify(draft))
  else localStorage.removeItem(key)
}
