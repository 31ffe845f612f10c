import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder, removeFolder } from '../programs.ts'

/** A file with a file system, mounted for one data folder. */
export interface Disk {
  /** Copies the disk as a power cut would leave it now, without data that is only in memory. Stop the writers first. */
  snapshot(): void
  /** Mounts the snapshot instead. */
  restore(): void
  /** Writes a file until the disk is full; returns a function that removes it. */
  fill(): () => void
}

/** Runs `work` with a data folder on a disk of its own. Needs root on Linux. */
export async function onDisk<T>(megabytes: number, work: (disk: Disk, data: string) => Promise<T>): Promise<T> {
  const canMount = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/dev/loop-control')
  assert(canMount, 'this mounts disks: run it as root on Linux')
  const folder = newFolder()
  const path = (name: string) => join(folder, name)
  const [image, saved, mounted] = [path('disk.img'), path('saved.img'), path('disk')]
  const data = join(mounted, 'data')
  mkdirSync(mounted)
  run('truncate', '-s', `${megabytes}M`, image)
  // No reserve for root, because the database is not root.
  run('mke2fs', '-q', '-t', 'ext4', '-m', '0', image)
  // By default the system flushes to the disk every five seconds.
  const mount = () => run('mount', '-o', 'loop,noatime,commit=600', image, mounted)
  mount()
  try {
    mkdirSync(data)
    return await work({ snapshot: () => run('cp', '--sparse=always', image, saved), restore, fill }, data)
  } finally {
    await removeFolder(data).catch(() => undefined)
    unmount(mounted)
    await removeFolder(folder)
  }

  function restore() {
    unmount(mounted)
    renameSync(saved, image)
    mount()
  }

  function fill() {
    const filler = join(mounted, 'filler')
    const file = openSync(filler, 'w')
    for (let bytes = 1024 * 1024; bytes >= 512; ) {
      try {
        writeSync(file, Buffer.alloc(bytes))
      } catch {
        bytes /= 2
      }
    }
    closeSync(file)
    return () => rmSync(filler)
  }
}

/** Retries, because killed processes hold the mount for a moment. */
function unmount(mounted: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      run('umount', mounted)
      return
    } catch (error) {
      if (attempt === 100) throw error
      run('sleep', '0.05')
    }
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
