import { IconCircleCheck } from '@tabler/icons-react'
import { useAccount } from '../../lib/queries/account.ts'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RefreshButton } from '../../ui/table/RefreshButton.tsx'
import { AsOf } from './AsOf.tsx'
import type { Part } from './part.ts'
import { isZero, oldestOf, type SectionName, sectionsOf, sectionTitles, zerosText } from './sections.ts'
import classes from './Today.module.css'
import { TodaySection } from './TodaySection.tsx'
import { useAbnormalParts } from './useAbnormalParts.tsx'
import { useClosingParts } from './useClosingParts.tsx'
import { useRoundParts } from './useRoundParts.tsx'

/** 今日: what has to be done now, what this user has to do first; what there is none of in one line. */
export function TodayScreen() {
  const { role } = useAccount()
  const partsOf: Record<SectionName, Part[]> = {
    abnormal: useAbnormalParts(),
    closings: useClosingParts(),
    rounds: useRoundParts(),
  }
  const sections = sectionsOf(role)
  const parts = sections.flatMap((name) => partsOf[name])
  const refresh = () => Promise.all(parts.map(({ refetch }) => refetch()))
  const oldest = oldestOf(parts)
  const failed = parts.find(({ count, error }) => count != null && error !== null)
  const zeros = zerosText(parts)
  return (
    <Page
      title="今日"
      action={<RefreshButton fetchedAt={oldest ?? 0} onRefresh={refresh} compact={useIsPhone()} />}
    >
      <div className={classes.screen}>
        <AgeNote fetchedAt={oldest ?? 0} />
        {failed && <RefetchError error={failed.error} fetchedAt={oldest ?? 0} retry={() => void refresh()} />}
        {sections.map((name) => (
          <TodaySection key={name} title={sectionTitles[name]} parts={partsOf[name]} />
        ))}
        {zeros !== null && (
          <p className={classes.zeros} role="status">
            <IconCircleCheck size={20} aria-hidden />
            <span className="by-phrase">
              {zeros} <AsOf fetchedAt={oldestOf(parts.filter(isZero))} />
            </span>
          </p>
        )}
      </div>
    </Page>
  )
}
