import { missing } from './errors'

/** All objects of one kind, in the order in which they were created. */
export class Shelf<T extends { id: string; created: number }> {
  #objects = new Map<string, T>()
  #newest: T[] | undefined

  /** `param` is the name of the id in the path of these objects, which errors mention. */
  constructor(
    readonly kind: string,
    readonly param = 'id',
  ) {}

  add(object: T): T {
    this.#objects.set(object.id, object)
    this.#newest = undefined
    return object
  }

  delete(id: string): void {
    this.#objects.delete(id)
    this.#newest = undefined
  }

  find(id: string | null | undefined): T | undefined {
    return id ? this.#objects.get(id) : undefined
  }

  /** The object that a path names. */
  get(id: string): T {
    const object = this.#objects.get(id)
    if (!object) throw missing(this.kind, id, this.param, 404)
    return object
  }

  /** The object that a parameter names. */
  named(id: string, param: string): T {
    const object = this.#objects.get(id)
    if (!object) throw missing(this.kind, id, param, 400)
    return object
  }

  /** In order of creation, the newest first. */
  newest(): readonly T[] {
    this.#newest ??= [...this.#objects.values()].reverse()
    return this.#newest
  }
}
