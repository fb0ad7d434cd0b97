import { Tabs } from '@mantine/core'
import { IconGauge, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { useRefocus } from '../../ui/form/useRefocus.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { CaptureLink, isReadByPhone } from './CaptureLink.tsx'
import { MeterEdit } from './MeterEdit.tsx'
import { MeterView } from './MeterView.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { useMissingSetting } from './useMissingSetting.ts'

interface Props {
  id: number
  dialogs: SettingDialogs
  /** The reading that waits for the settings that are missing: they are asked for at once. */
  setup?: number | undefined
  /** What people did with it. */
  history?: ReactNode
}

/** メーター詳細 */
export function MeterScreen({ id, dialogs, setup, history }: Props) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(metersQuery)
  /** When editing began. */
  const [edited, setEdited] = useState<Meter | null>(null)
  const meter = data?.find((each) => each.id === id)
  const missing = useMissingSetting(setup === undefined ? undefined : meter)
  const [isRangeAsked, setRangeAsked] = useState(false)
  if (meter && missing === 'range' && !isRangeAsked) {
    setRangeAsked(true)
    setEdited(meter)
  }
  const retry = () => void refetch()
  const phone = useIsPhone()
  const { ref, refocus } = useRefocus()
  const end = () => {
    refocus()
    setEdited(null)
  }

  if (edited) {
    return (
      <Frame title={meter?.name ?? edited.name}>
        <MeterEdit meter={edited} dialogs={dialogs} setup={setup} onEnd={end} />
      </Frame>
    )
  }
  if (meter) {
    return (
      <Frame
        title={meter.name}
        action={<PageAction ref={ref} icon={IconPencil} label="編集" onClick={() => setEdited(meter)} />}
        thumb={phone && isReadByPhone(meter) && <CaptureLink meter={meter} large />}
      >
        <AgeNote fetchedAt={dataUpdatedAt} />
        {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
        <MeterView meter={meter} dialogs={dialogs} missing={missing} setup={setup} />
        {history}
      </Frame>
    )
  }
  if (data) {
    return (
      <Frame title="メーター">
        <EmptyState
          title="メーターが見つかりません"
          text="メーター一覧から選び直してください。"
          action={<ButtonLink to="/meters">メーター一覧へ</ButtonLink>}
        />
      </Frame>
    )
  }
  return (
    <Frame title="メーター">{error ? <ErrorState error={error} retry={retry} /> : <DetailSkeleton />}</Frame>
  )
}

interface FrameProps {
  title: string
  action?: ReactNode
  thumb?: ReactNode
  children: ReactNode
}

const Frame = ({ title, action, thumb, children }: FrameProps) => (
  <Page title={title} back={<BackButton to="/meters" />} action={action} thumb={thumb}>
    <Tabs value="detail">
      <Tabs.List mb="md">
        <Tabs.Tab value="detail" leftSection={<IconGauge size={18} aria-hidden />}>
          メーター詳細
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="detail">{children}</Tabs.Panel>
    </Tabs>
  </Page>
)
