import { Box, UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { use, useState } from 'react'
import type { Device, DevicePicture } from '../../../../contract/devices.ts'
import { sanitizeFileName } from '../../../lib/files/sanitizeFileName.ts'
import { devicePicturesQuery } from '../../../lib/queries/deviceDetail.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { UnconfirmedTime } from '../../../shared/readings/UnconfirmedTime.tsx'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import { PictureViewer } from '../../../ui/stage/PictureViewer.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import classes from './DevicePictures.module.css'

/** The last pictures of a camera, with what was read in each. */
export function DevicePictures({ device }: { device: Device }) {
  const zone = use(TimeZone)
  const { data, error, dataUpdatedAt, refetch } = useQuery(devicePicturesQuery(device.id))
  const [open, setOpen] = useState<DevicePicture | null>(null)
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={2} height={160} />
  return (
    <>
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {data.length === 0 ? (
        <Box component="p" fz="sm" c="dimmed">
          写真はまだありません
        </Box>
      ) : (
        <ul className={classes.grid} aria-label="最近の写真">
          {data.map((picture, index) => (
            <Box key={`${picture.created_at} ${picture.image}`} component="li" miw={0}>
              <UnstyledButton
                className={classes.picture}
                aria-label={`${formatFullTime(Date.parse(picture.created_at), zone)}の写真を開く`}
                onClick={() => setOpen(picture)}
              >
                <Thumbnail
                  src={picture.thumbnail}
                  first={index === 0}
                  fallback={<IconPhotoOff size={32} stroke={1.5} aria-hidden />}
                />
              </UnstyledButton>
              <Box component="span" fz="sm" className="tabular-nums">
                <PlainTime time={picture.created_at} />
              </Box>
              <Readings picture={picture} />
            </Box>
          ))}
        </ul>
      )}
      {open && (
        <Dialog
          opened
          title={`${device.name}の写真（${formatFullTime(Date.parse(open.created_at), zone)}）`}
          width={960}
          onClose={() => setOpen(null)}
        >
          <PictureViewer
            framed={null}
            original={open.image}
            preview={open.thumbnail}
            alt={`${device.name}の写真`}
            name={sanitizeFileName(device.name)}
          />
          <Readings picture={open} />
        </Dialog>
      )}
    </>
  )
}

/** What was read in a picture, each leading to its value. */
function Readings({ picture: { readings, created_at: shownTime } }: { picture: DevicePicture }) {
  const { meters, units, categories } = useMasters('meters', 'units', 'categories')
  if (readings.length === 0)
    return (
      <Box component="p" fz="sm" c="dimmed">
        測定値はありません
      </Box>
    )
  return (
    <Box component="ul" fz="sm">
      {readings.map(({ id, meter_id, meter_name, value, read_state, created_at, is_time_unconfirmed }) => {
        const meter = meters.find((each) => each.id === meter_id)
        return (
          <li key={id}>
            <ScreenLink
              route="/meter-value/$id"
              params={{ id: String(id) }}
              className={clsx(classes.reading, 'touch-padding')}
            >
              <span>{meter_name}</span>{' '}
              <ValueText
                value={value}
                unit={meter && nameIn(units, meter.meter_unit_id)}
                decimals={meter?.decimal_point}
                state={read_state}
                type={categories.find((each) => each.id === meter?.meter_category_id)?.type}
                size="sm"
                wraps
              />
            </ScreenLink>
            {created_at !== shownTime && (
              <Box component="span" fz="sm" className="tabular-nums">
                <PlainTime time={created_at} />
              </Box>
            )}
            {is_time_unconfirmed && <UnconfirmedTime />}
          </li>
        )
      })}
    </Box>
  )
}
