/** The parts of s3rver that the tests use; it has no types. */
declare module '@20minutes/s3rver' {
  interface Options {
    /** 0 for any free port. */
    port: number
    address: string
    silent: boolean
    /** The folder of its buckets. */
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
