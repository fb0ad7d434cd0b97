import { IconAntennaBars5, IconDeviceCctv, IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Device, isCamera } from '../../../../contract/devices.ts'
import { ApiError } from '../../../failures/callErrors.ts'
import { deviceQuery } from '../../../lib/queries/deviceDetail.ts'
import { useRefocus } from '../../../ui/form/useRefocus.ts'
import { BackButton } from '../../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { PageAction } from '../../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../../ui/layout/Tabbed.tsx'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { DetailSkeleton } from '../../../ui/table/Skeletons.tsx'
import { DeviceEdit } from './DeviceEdit.tsx'
import { DeviceView } from './DeviceView.tsx'
import type { DeviceDetailSearch } from './search.ts'

const SignalPanel = lazy(() => import('./SignalPanel.tsx'))

const detailTab = { name: 'detail', label: '端末詳細', icon: IconDeviceCctv } as const
const signalTab = { name: 'signal', label: '電波強度', icon: IconAntennaBars5 } as const

interface Props {
  id: number
  search: DeviceDetailSearch
  onSearch: (search: DeviceDetailSearch) => void
  /** What people did with it; for administrators. */
  history?: ReactNode
}

/** 端末詳細 */
export function DeviceScreen({ id, search, onSearch, history }: Props) {
  const { data: device, error, dataUpdatedAt, refetch } = useQuery(deviceQuery(useQueryClient(), id))
  /** When editing began. */
  const [edited, setEdited] = useState<Device | null>(null)
  const { ref, refocus } = useRefocus()
  const retry = () => void refetch()

  if (edited) {
    const end = () => {
      refocus()
      setEdited(null)
    }
    return (
      <Frame title={device?.name ?? edited.name}>
        <Tabbed tabs={[detailTab]} shown="detail">
          <DeviceEdit device={edited} onEnd={end} />
        </Tabbed>
      </Frame>
    )
  }
  if (device === undefined) {
    return <Frame title="端末">{error ? <Missing error={error} retry={retry} /> : <DetailSkeleton />}</Frame>
  }
  const shown = search.tab === 'signal' && isCamera(device.type) ? 'signal' : 'detail'
  return (
    <Frame
      title={device.name}
      action={
        shown === 'detail' &&
        device.deleted_at === null && (
          <PageAction ref={ref} icon={IconPencil} label="編集" onClick={() => setEdited(device)} />
        )
      }
    >
      <Tabbed
        tabs={isCamera(device.type) ? [detailTab, signalTab] : [detailTab]}
        shown={shown}
        onChoose={(tab) => onSearch(tab === 'signal' ? { ...search, tab } : {})}
      >
        {shown === 'signal' ? (
          <Suspense fallback={<DetailSkeleton />}>
            <SignalPanel device={device} search={search} onSearch={onSearch} />
          </Suspense>
        ) : (
          <>
            <AgeNote fetchedAt={dataUpdatedAt} />
            {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
            <DeviceView device={device} history={history} />
          </>
        )}
      </Tabbed>
    </Frame>
  )
}

function Missing({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiError && error.code === 'not_found'))
    return <ErrorState error={error} retry={retry} />
  return (
    <EmptyState
      title="端末が見つかりません"
      text="端末一覧から選び直してください。"
      action={<ButtonLink to="/devices">端末一覧へ</ButtonLink>}
    />
  )
}

interface FrameProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

const Frame = ({ title, action, children }: FrameProps) => (
  <Page title={title} back={<BackButton to="/devices" />} action={action}>
    {children}
  </Page>
)
