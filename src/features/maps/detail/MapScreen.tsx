import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mapsQuery } from '../../../lib/queries/maps/maps.ts'
import { BackButton } from '../../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { PageAction } from '../../../ui/layout/PageAction.tsx'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { DetailSkeleton } from '../../../ui/table/Skeletons.tsx'
import { MapDialog } from '../MapDialog.tsx'
import { MapView } from './MapView.tsx'
import type { PinFilter } from './pinStates.ts'

interface Props {
  id: number
  /** Which pins are shown; undefined: all. */
  filter: PinFilter | undefined
  onFilter: (filter: PinFilter | undefined) => void
  history?: ReactNode
}

/** マップ詳細 */
export function MapScreen({ id, filter, onFilter, history }: Props) {
  const { data: maps, error, dataUpdatedAt, refetch } = useQuery(mapsQuery)
  const [editing, setEditing] = useState(false)
  const map = maps?.find((each) => each.id === id)
  const retry = () => void refetch()
  if (maps === undefined) {
    return (
      <Frame title="マップ">{error ? <ErrorState error={error} retry={retry} /> : <DetailSkeleton />}</Frame>
    )
  }
  if (map === undefined) {
    return (
      <Frame title="マップ">
        <EmptyState
          title="マップが見つかりません"
          text="マップ一覧から選び直してください。"
          action={<ButtonLink to="/maps">マップ一覧へ</ButtonLink>}
        />
      </Frame>
    )
  }
  return (
    <Frame
      title={map.name}
      action={<PageAction icon={IconPencil} label="編集" onClick={() => setEditing(true)} />}
    >
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {/* Another picture has another size. */}
      <MapView key={`${map.width}x${map.height}`} map={map} maps={maps} filter={filter} onFilter={onFilter} />
      {history}
      {editing && <MapDialog map={map} onClose={() => setEditing(false)} />}
    </Frame>
  )
}

interface FrameProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

const Frame = ({ title, action, children }: FrameProps) => (
  <Page title={title} back={<BackButton to="/maps" />} action={action}>
    {children}
  </Page>
)
