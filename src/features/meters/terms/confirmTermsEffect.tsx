import type { QueryClient } from '@tanstack/react-query'
import { type AskedTerms, termsEffectQuery } from '../../../lib/queries/meterTerms.ts'
import { confirmDoubt } from '../../../ui/dialog/confirm.tsx'
import { TermsEffectList } from './TermsEffectList.tsx'

/**
 * Asks with the months that change, if terms are saved before `TermsEffectNote` has shown them; false: continue editing.
 * If the server does not say which months, nothing is asked: it will not save either, or refuses with a reason.
 */
export async function confirmTermsEffect(
  client: QueryClient,
  meterId: number,
  asked: AskedTerms,
  shown: { unit: string; unitBefore?: string | undefined; decimals: number | null },
): Promise<boolean> {
  const query = termsEffectQuery(meterId, asked)
  if (!navigator.onLine || client.getQueryData(query.queryKey) !== undefined) return true
  const effect = await client.fetchQuery(query).catch(() => undefined)
  if (effect === undefined || effect.count === 0) return true
  return confirmDoubt({
    title: '使用量が変わります',
    text: <TermsEffectList effect={effect} {...shown} />,
    confirm: 'このまま保存',
    correct: '編集に戻る',
  })
}
