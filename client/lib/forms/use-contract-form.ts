import type { FieldValues } from "react-hook-form";
import type { InputOf, ReplyOf, RouteContract } from "#shared/api/contract.ts";
import { findFieldReasons } from "#shared/api/validation-reasons.ts";
import { getReasonText } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import type { ChangeInfo } from "#client/lib/api/waiting-change.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { findFieldName } from "./form-errors.ts";
import { type FormErrors, type FormOptions, useForm } from "./use-form.ts";

/** For one of several contracts, the input of any of them. */
type AnyInputOf<C> = C extends RouteContract ? InputOf<C> : never;

interface ContractFormOptions<C extends RouteContract, V extends FieldValues>
  extends Omit<FormOptions<V>, "onSubmit"> {
  readonly toInput: (values: V) => AnyInputOf<C>;
  readonly onSuccess?: (reply: ReplyOf<C>, values: V) => void;
  readonly onError?: (error: unknown) => void;
  /** The query whose data `onSuccess` replaces by the reply. */
  readonly replaces?: RouteContract;
  /** Without a connection the change waits on this device, and `onSuccess` gets `waitingReply`. */
  readonly waitsAs?: (input: AnyInputOf<C>) => ChangeInfo;
}

/**
 * A form that sends its values by a contract, whose body gives the limits of the fields:
 * `const form = useContractForm(contract, { values: { title }, toInput: (body) => ({ body }) })`.
 */
export function useContractForm<C extends RouteContract, V extends FieldValues>(
  contract: C,
  { toInput, validate, onSuccess, onError, replaces, waitsAs, ...options }: ContractFormOptions<C, V>,
) {
  const mutation = useContractMutation(contract, {
    handlesErrors: true,
    ...(replaces && { replaces }),
    ...(waitsAs && { waitsAs: (input: InputOf<C>) => waitsAs(input as AnyInputOf<C>) }),
  });
  const form = useForm<V>(
    {
      ...options,
      validate: async (values) => {
        const errors = (await validate?.(values)) ?? {};
        if (Object.values(errors).some(Boolean)) return errors;
        return findSchemaErrors(contract, toInput(values) as InputOf<C>, Object.keys(values));
      },
      // Settles only while the form is shown.
      onSubmit: (values) =>
        new Promise<void>((resolve, reject) => {
          mutation.mutate(toInput(values) as InputOf<C>, {
            onSuccess: (reply) => {
              form.markSaved(values);
              onSuccess?.(reply, values);
              resolve();
            },
            onError: (error) => {
              onError?.(error);
              reject(error);
            },
          });
        }),
    },
    contract.body,
  );
  return { ...form, cause: mutation.error, reply: mutation.data };
}

/** What the server would refuse, in the same words. */
async function findSchemaErrors<C extends RouteContract>(
  { body }: C,
  input: InputOf<C>,
  names: readonly string[],
): Promise<FormErrors<Record<string, string>>> {
  const reasons = body ? findFieldReasons(body, (input as { body?: unknown }).body) : {};
  const entries = Object.entries(reasons);
  if (entries.length > 0) await loadMessages("reason").catch(() => {});
  return Object.fromEntries(
    entries
      .map(([path, reason]) => [
        findFieldName(path, names) ?? "form",
        getReasonText(reason) ?? t("common.fieldWrong"),
      ])
      .reverse(),
  );
}
