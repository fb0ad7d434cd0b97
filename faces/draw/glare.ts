import { between, randomFrom } from '../random.ts'
import { type Canvas, margin } from './canvas.ts'
import type { Glass } from './prepared-face.ts'

/** 1 inside ±reach, falling to 0 over `soft` pixels. */
function inside(distance: number, reach: number, soft: number): number {
  const part = Math.min(1, Math.max(0, (reach + soft / 2 - Math.abs(distance)) / soft))
  return part * part * (3 - 2 * part)
}

function extent(glass: Glass) {
  if (glass.kind === 'pane') return glass.box
  const { centre, radius } = glass
  return { x: centre.x - radius, y: centre.y - radius, width: radius * 2, height: radius * 2 }
}

/** A window or lamp reflected in the glass, at a seeded position. */
export function reflect(canvas: Canvas, glass: Glass, strength: number, seed: number): void {
  const random = randomFrom(seed ^ 0x91a5e)
  const area = extent(glass)
  const size = Math.min(area.width, area.height)
  const middleX = area.x + area.width * between(random, 0.1, 0.9)
  const middleY = area.y + area.height * between(random, 0.05, 0.6)
  const turn = between(random, -0.5, 0.5)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const wide = size * between(random, 0.1, 0.24)
  const high = size * between(random, 0.14, 0.34)
  const soft = size * between(random, 0.03, 0.12)
  const light = strength * 150
  const left = Math.floor(area.x)
  const right = Math.ceil(area.x + area.width)
  const bottom = Math.ceil(area.y + area.height)
  for (let y = Math.floor(area.y); y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (glass.kind === 'disc' && Math.hypot(x - glass.centre.x, y - glass.centre.y) > glass.radius) continue
      const dx = x - middleX
      const dy = y - middleY
      const across = dx * cos + dy * sin
      const down = dy * cos - dx * sin
      const frame = 1 - 0.7 * inside(across, 3, soft * 0.6) * (wide > 40 ? 1 : 0)
      const shine = inside(across, wide, soft) * inside(down, high, soft) * frame
      const veil = 0.16 * inside(across + down * 0.4, size * 0.4, size * 0.5)
      const lift = light * (shine + veil)
      if (lift < 0.5) continue
      const at = ((y + margin) * canvas.width + x + margin) * 3
      for (let c = at; c < at + 3; c++) {
        const level = canvas.pixels[c] ?? 0
        canvas.pixels[c] = level + lift * (1 - level / 340)
      }
    }
  }
}
