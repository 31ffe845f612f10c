import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promise } from './calls.ts'
import { newFolder, removeFolder } from './stage.ts'

/** A disk of its own for a data folder: a file with a file system in it. */
export interface Disk {
  /** Where it is mounted. */
  path: string
  /** The disk as it would be found after a power cut now: what was written to it, and nothing that only the system still holds
   *  in memory. Whoever writes must stand still meanwhile. */
  photograph(): void
  /** Mounts the photograph in its place. Nobody may use the disk any more. */
  replaceByPhotograph(): void
  /** Writes a file until nothing fits any more; returns what removes it. */
  fill(): () => void
  remove(): void
}

/** Acts on a data folder that has a disk of so many megabytes to itself, and removes both. Throws where this machine does not
 *  let us mount: it takes root on Linux. */
export async function onDisk<T>(megabytes: number, act: (disk: Disk, data: string) => Promise<T>): Promise<T> {
  promise(canMount(), 'this needs to mount disks: run it as root on Linux')
  const folder = newFolder()
  const disk = makeDisk(folder, megabytes)
  const data = join(disk.path, 'data')
  try {
    mkdirSync(data)
    return await act(disk, data)
  } finally {
    await removeFolder(data).catch(() => undefined)
    disk.remove()
    await removeFolder(folder)
  }
}

const canMount = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/dev/loop-control')

function makeDisk(folder: string, megabytes: number): Disk {
  const [image, photo, path] = ['disk.img', 'photo.img', 'disk'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(path)
  run('truncate', '-s', `${megabytes}M`, image)
  // Nothing is kept for root, because the database is not root.
  run('mke2fs', '-q', '-t', 'ext4', '-m', '0', image)
  mount()

  function mount() {
    // By default the system writes to the disk every five seconds what nobody asked it to.
    run('mount', '-o', 'loop,noatime,commit=600', image, path)
  }

  /** Processes that were killed hold it for a moment. */
  function unmount() {
    for (let attempt = 1; ; attempt++) {
      try {
        return run('umount', path)
      } catch (error) {
        if (attempt === 100) throw error
        run('sleep', '0.05')
      }
    }
  }

  return {
    path,
    photograph: () => run('cp', '--sparse=always', image, photo),
    replaceByPhotograph() {
      unmount()
      renameSync(photo, image)
      mount()
    },
    fill() {
      const ballast = join(path, 'ballast')
      const file = openSync(ballast, 'w')
      for (let bytes = 1024 * 1024; bytes >= 512; ) {
        try {
          writeSync(file, Buffer.alloc(bytes))
        } catch {
          bytes /= 2
        }
      }
      closeSync(file)
      return () => rmSync(ballast)
    },
    remove: unmount,
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
