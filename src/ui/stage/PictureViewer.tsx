import { Button, Flex, Group, SegmentedControl, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconDownload, IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './PictureViewer.module.css'
import { useStage, useStageView } from './useStage.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface Props {
  /** The picture with the read area drawn. */
  framed: string | null
  original: string | null
  /** A small version kept on the device: placeholder, and fallback offline. Not downloadable. */
  preview?: string | null
  alt: string
  /** File name for downloads, without extension. */
  name: string
  /** Further downloads. */
  children?: ReactNode
}

type Which = 'framed' | 'original'

const downloadOf = (url: string, name: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}download=${encodeURIComponent(name)}`

/** Whether the server no longer keeps it. An image's error does not say why. */
async function isGone(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null)
  return answer?.status === 410
}

/** A photograph with zoom: framed or original, downloads of both. */
export function PictureViewer({ framed, original, preview = null, alt, name, children }: Props) {
  const [wanted, setWanted] = useState<Which>('framed')
  const [loaded, setLoaded] = useState<string | null>(null)
  const [failed, setFailed] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const stage = useStage()
  const { attach, handlers, reset, zoomBy } = stage
  const { scale, picture } = useStageView(stage)
  // Retries when back online.
  useWindowEvent('online', () => setFailed([]))
  const which: Which = wanted === 'framed' && framed !== null ? 'framed' : 'original'
  const shown = which === 'framed' ? framed : (original ?? framed)
  const source = [shown, preview].find((each) => each !== null && !failed.includes(each)) ?? null
  const isRemoved = (url: string | null) => url !== null && removed.includes(url)
  const note = async (url: string) => {
    setFailed((others) => [...others, url])
    if (await isGone(url)) setRemoved((others) => [...others, url])
  }
  if (shown === null && preview === null) {
    return (
      <Stack gap="xs" align="center" justify="center" h={200} bdrs="md" c="dimmed" bg="var(--neutral-soft)">
        <IconPhotoOff size={40} stroke={1.5} aria-hidden />
        画像無し
      </Stack>
    )
  }
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the picture is zoomed and moved by keys */}
      <figure
        ref={attach}
        className={classes.stage}
        data-zoomed={scale > 1 || undefined}
        aria-label={`${alt}（＋と－で拡大・縮小、矢印で移動）`}
        tabIndex={0}
        {...handlers}
        onDoubleClick={(event) => (scale > 1 ? reset() : zoomBy(3, event))}
      >
        {source && (
          <img
            className={classes.picture}
            src={source}
            alt={alt}
            draggable={false}
            style={{
              ...picture,
              ...(preview !== null && loaded !== source && { backgroundImage: `url("${preview}")` }),
            }}
            onLoad={() => setLoaded(source)}
            onError={() => void note(source)}
          />
        )}
        {(source === null || source !== shown) && (
          <figcaption className={classes.note} role="status">
            {isRemoved(shown)
              ? '保存期間を過ぎたため、縮小画像だけが残っています'
              : source
                ? '縮小した画像を表示しています'
                : '画像を表示できません。電波が届くと、もう一度読み込みます。'}
          </figcaption>
        )}
      </figure>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
      <Group gap="xs" justify="space-between" mt="xs">
        {framed !== null && original !== null ? (
          <SegmentedControl
            aria-label="表示する画像"
            size="md"
            value={which}
            onChange={(next) => setWanted(next === 'original' ? 'original' : 'framed')}
            data={[
              { value: 'framed', label: '読取枠付き' },
              { value: 'original', label: '元画像' },
            ]}
          />
        ) : (
          <span />
        )}
        <Group gap={4}>{source !== null && <ZoomButtons stage={stage} />}</Group>
        <Flex wrap="wrap" gap="xs">
          {framed !== null && !isRemoved(framed) && (
            <Button
              component="a"
              href={downloadOf(framed, `${name}_読取枠付き`)}
              download
              variant="default"
              size="sm"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              読取枠付きを保存
            </Button>
          )}
          {original !== null && !isRemoved(original) && (
            <Button
              component="a"
              href={downloadOf(original, name)}
              download
              variant="default"
              size="sm"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              元画像を保存
            </Button>
          )}
          {children}
        </Flex>
      </Group>
    </div>
  )
}
