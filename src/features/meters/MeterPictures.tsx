import { Box, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { sanitizeFileName } from '../../lib/files/sanitizeFileName.ts'
import { readingQuery } from '../../lib/queries/readings.ts'
import { PictureViewer } from '../../ui/stage/PictureViewer.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import classes from './MeterPictures.module.css'

/** The latest picture and the reference picture. */
export function MeterPictures({ meter }: { meter: Meter }) {
  const { last_reading: last } = meter
  const caption = useId()
  return (
    <Stack>
      {last?.thumbnail && <LatestPicture key={last.id} name={meter.name} last={last} />}
      <section className={classes.registered} aria-labelledby={caption}>
        <Box id={caption} component="h2" mb={4} fz="sm" fw={700} lh={1.5}>
          メーター画像（登録時）
        </Box>
        <PictureViewer
          framed={null}
          original={meter.image}
          preview={meter.thumbnail}
          alt={`${meter.name}のメーター画像`}
          name={sanitizeFileName(meter.name)}
        />
      </section>
    </Stack>
  )
}

function LatestPicture({ name, last }: { name: string; last: NonNullable<Meter['last_reading']> }) {
  const { data: reading } = useQuery(readingQuery(useQueryClient(), last.id))
  const caption = useId()
  return (
    <section className={classes.latest} aria-labelledby={caption}>
      <Box id={caption} component="h2" mb={4} fz="sm" fw={700} lh={1.5}>
        最新の写真（
        <PlainTime time={last.created_at} />）
      </Box>
      <PictureViewer
        framed={reading?.result_image ?? null}
        original={reading?.image ?? null}
        // The list of meters has the thumbnail only; it is also the offline fallback.
        preview={last.thumbnail}
        alt={`${name}の最新の写真`}
        name={`${sanitizeFileName(name)}_最新`}
      />
    </section>
  )
}
