import { Box, Flex, TextInput } from '@mantine/core'
import { IconCamera, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { deviceType, isCamera } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { searchText } from '../../../text/searchText.ts'
import { type Held, useHeld } from '../../lib/held/held.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { HeldMark } from '../../shared/held/HeldMark.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './CapturePicker.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  /** Above the meters: shared pictures that wait, and today's rounds. */
  above: ReactNode
  /** Opens a meter by its code. */
  scan: ReactNode
}

/** Leads to what is to be photographed: what stands above, then any meter, longest unread first. */
export const CapturePicker = ({ opened, onClose, above, scan }: Props) => (
  <Dialog title="撮影するメーター" opened={opened} onClose={onClose}>
    {opened && (
      // On a phone few choices are within reach of the thumb.
      <Box mt={{ base: 'auto', sm: 0 }}>
        {above}
        <CaptureChoices scan={scan} onChosen={onClose} />
      </Box>
    )}
  </Dialog>
)

const isReadByPhone = ({ device }: Meter): boolean => device?.type === deviceType.mobile
const isReadByCamera = ({ device }: Meter): boolean => device !== null && isCamera(device.type)

const lastTime = ({ last_reading: last }: Meter, held: Held | undefined): number =>
  held?.at ?? (last ? Date.parse(last.created_at) : 0)

interface ChoicesProps {
  /** Opens a meter by its code. */
  scan: ReactNode
  /** A picture that another app shared, taken instead of a photograph. */
  shared?: string | undefined
  onChosen: () => void
}

/**
 * The meters that are read by phone, longest unread first, with a search. It also finds meters that a camera reads, so that
 * an inspector can take the camera's place.
 */
export function CaptureChoices({ scan, shared, onChosen }: ChoicesProps) {
  const { data: meters, error, refetch } = useQuery(metersQuery)
  const held = useHeld()
  const [sought, setSought] = useState('')
  if (meters === undefined && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (meters === undefined) return <RowSkeletons count={6} height={64} />
  const mobile = meters.filter(isReadByPhone)
  const others = meters.filter(isReadByCamera)
  if (mobile.length + others.length === 0) {
    return <EmptyState text="撮影するメーターには、モバイル端末の登録が必要です。" />
  }
  const words = searchText(sought.trim())
  const found = (words === '' ? mobile : [...mobile, ...others])
    .filter(({ name, place_note }) => searchText(`${name}\n${place_note}`).includes(words))
    .toSorted((a, b) => lastTime(a, held.get(a.id)) - lastTime(b, held.get(b.id)))
  return (
    <>
      <Flex gap="xs">
        <TextInput
          flex={1}
          type="search"
          aria-label="メーター名や設置場所で探す"
          placeholder="メーター名・設置場所"
          leftSection={<IconSearch size={20} aria-hidden />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        {scan}
      </Flex>
      {found.length === 0 && (
        <EmptyState
          title={words === '' ? 'モバイル端末で撮影するメーターはありません' : '見つかりませんでした'}
          text={
            words === ''
              ? 'カメラで測定するメーターは、名前で探すと代わりに撮影できます。'
              : 'モバイル端末かカメラで測定するメーターから探しました。別の名前で探してください。'
          }
        />
      )}
      <VirtualList
        // A new search starts at its first result.
        key={words}
        className={classes.list}
        label="撮影するメーター"
        count={found.length}
        item={(index) =>
          found[index] && (
            <Choice
              meter={found[index]}
              held={held.get(found[index].id)}
              shared={shared}
              onChosen={onChosen}
            />
          )
        }
        keyOf={(index) => found[index]?.id ?? index}
        rowHeight={80}
      />
    </>
  )
}

interface ChoiceProps {
  meter: Meter
  held: Held | undefined
  shared: string | undefined
  onChosen: () => void
}

const Choice = ({ meter, held, shared, onChosen }: ChoiceProps) => (
  <Link
    to="/capture-meter-value/$id"
    params={{ id: String(meter.id) }}
    search={{ shared }}
    className={classes.meter}
    onClick={onChosen}
  >
    {meter.thumbnail === null ? (
      <span className={classes.picture} />
    ) : (
      <img src={meter.thumbnail} alt="" className={classes.picture} loading="lazy" />
    )}
    <Box component="span" flex={1} miw={0} className="break-anywhere">
      {meter.name}
      <VisuallyHidden>{isReadByPhone(meter) ? 'を撮影' : 'を代わりに撮影'}</VisuallyHidden>
      {meter.place_note && (
        <Box component="span" display="block" fz="sm" c="dimmed">
          {meter.place_note}
        </Box>
      )}
      {!isReadByPhone(meter) && (
        <Box component="span" display="block" fz="sm" c="dimmed" aria-hidden>
          {meter.device?.name}の代わりに撮影
        </Box>
      )}
      <Box component="span" display="block" fz="sm" c="dimmed">
        {held ? (
          <>
            前回 <PlainTime time={new Date(held.at).toISOString()} /> <HeldMark arrived={held.arrived} />
          </>
        ) : meter.last_reading ? (
          <>
            前回 <PlainTime time={meter.last_reading.created_at} />
          </>
        ) : (
          '前回 データ無し'
        )}
      </Box>
    </Box>
    <IconCamera size={24} color="var(--accent-text)" aria-hidden />
  </Link>
)
