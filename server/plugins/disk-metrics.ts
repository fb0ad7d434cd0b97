import { Gauge, type Registry } from 'prom-client'
import type { DiskSpace, DiskState } from '../storage/disk-space.ts'

/** Free space of the volumes that this server can measure. `pictureSpace` returns the state of volumes and bucket. */
export function registerDiskMetrics(
  registry: Registry,
  disk: DiskSpace,
  pictureSpace: () => Promise<DiskState>,
): void {
  const sizes = {
    size: ['disk_size_bytes', 'Size of the volume'],
    free: ['disk_free_bytes', 'Free bytes of the volume'],
    reserve: ['disk_reserve_bytes', 'Pictures are refused while fewer bytes are free'],
  } as const
  for (const key of ['size', 'free', 'reserve'] as const) {
    const [name, help] = sizes[key]
    new Gauge({
      name,
      help,
      labelNames: ['volume'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const volume of await disk.volumes()) this.set({ volume: volume.name }, volume[key])
      },
    })
  }
  new Gauge({
    name: 'pictures_refused_for_space',
    help: '1 while pictures are refused because less than the reserve is free, or because the bucket is full',
    registers: [registry],
    async collect() {
      // Metrics are also scraped while the database is away.
      this.set(
        await pictureSpace().then(
          (state) => (state === 'full' ? 1 : 0),
          () => Number.NaN,
        ),
      )
    },
  })
}
