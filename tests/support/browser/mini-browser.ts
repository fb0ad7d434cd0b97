import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { installed, start } from './browser-processes.ts'

/** WebKitGTK’s browser; it has no headless mode. */
export const miniBrowser = (): string =>
  installed(
    'WebKitGTK’s MiniBrowser',
    ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.']
      .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
      .concat('/usr/libexec/webkit2gtk-4.1/MiniBrowser'),
  )

interface Screen {
  /** Of a browser on it with its data in `folder`. */
  environment: (folder: string) => Record<string, string>
  /** Rejects with the output if the screen goes by itself. */
  ended: Promise<never>
  close: () => Promise<void>
}

/** A virtual display, killed after `longest` seconds. */
export async function openScreen(longest: number): Promise<Screen> {
  const { child, ended, close } = start(
    installed('Xvfb', ['/usr/bin/Xvfb']),
    ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp'],
    process.env,
    longest,
  )
  try {
    const display = await Promise.race([firstLine(child.stdio[3]), ended])
    return {
      environment: (folder) => ({
        HOME: folder,
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        XDG_RUNTIME_DIR: folder,
        LIBGL_ALWAYS_SOFTWARE: '1',
      }),
      ended,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function firstLine(stream: ChildProcess['stdio'][3]): Promise<string> {
  if (!stream || !('read' in stream)) throw new Error('no third pipe')
  const [chunk] = await once(stream, 'data')
  return String(chunk).trim()
}
