import type { ServiceMovement } from '../../model/card/books'
import type { OperationRow } from '../../store/operations'

type KnownOperation = Pick<OperationRow, 'id' | 'kind' | 'serviceReference'>

/**
 * The movement that an operation of an order caused, or that was adopted as this operation. An adopted movement names no
 * operation, one that the order has lost, for example because an older backup was restored, or one that caused another
 * movement: the service has carried it out twice.
 */
export function counterpart(
  movements: readonly ServiceMovement[],
  operation: KnownOperation,
  all: readonly KnownOperation[],
): ServiceMovement | undefined {
  if (operation.kind === 'authorise') return undefined
  const isCausedByAnother = (movement: ServiceMovement) =>
    all.some((each) => causedBy(each, movements) === movement)
  return (
    causedBy(operation, movements) ??
    movements.find((each) => each.id === operation.serviceReference && !isCausedByAnother(each))
  )
}

/** The movement that names an operation. If several do, the one that the operation knows. */
function causedBy(
  { id, serviceReference }: KnownOperation,
  movements: readonly ServiceMovement[],
): ServiceMovement | undefined {
  const named = movements.filter(({ operation }) => operation === id)
  return named.find((movement) => movement.id === serviceReference) ?? named[0]
}
