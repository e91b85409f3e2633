/* How many photos are converted at one time. */
import { expect, test } from "bun:test";
import type { ConvertedPhoto } from "../../src/core/shop/photos/photo-ports.ts";
import { photoConverter } from "../../src/photos/conversions.ts";
import { convertImage } from "../../src/photos/convert.ts";
import { bomb, jpeg, png, withCompressedProfile, withCompressedTexts } from "../support/images.ts";
import { until } from "../support/program.ts";

const bytes = new Uint8Array(1);
const RESULT: ConvertedPhoto = {
  width: 1,
  height: 1,
  placeholder: "",
  files: { small: bytes, medium: bytes, large: bytes },
};

/** A converter whose conversions end when they are told to, and those that are running. */
function heldConverter() {
  const running: { readonly pixels: number; end(): void }[] = [];
  const hold = ({ pixels }: { readonly pixels: number }) => {
    const { promise, resolve } = Promise.withResolvers<ConvertedPhoto>();
    const one = {
      pixels,
      end() {
        running.splice(running.indexOf(one), 1);
        resolve(RESULT);
      },
    };
    running.push(one);
    return promise;
  };
  return { running, convert: photoConverter(hold, hold) };
}

/** Waits until a conversion is refused like this. */
const expectRefusal = (refused: Promise<unknown>, error: object) => expect(refused).rejects.toMatchObject(error);

const DAMAGED = { code: "invalid_image", message: "The image is damaged or incomplete" };

test("two photos are converted at a time, sixteen wait, and the next one is refused with Retry-After", async () => {
  const { running, convert } = heldConverter();
  const photo = await jpeg();
  const accepted = Array.from({ length: 18 }, () => convert(photo));
  await until(() => running.length === 2, "two conversions");
  await expectRefusal(convert(photo), { code: "service_unavailable", headers: { "Retry-After": "3" } });
  for (let done = 0; done < 18; done++) {
    await until(() => running.length === Math.min(2, 18 - done), "the next conversion");
    running[0]?.end();
  }
  expect(await Promise.all(accepted)).toHaveLength(18);
});

test("of photos with more than 12 megapixels one is converted at a time, and small ones pass those that wait", async () => {
  const { running, convert } = heldConverter();
  const [large, small] = [await bomb(4000, 3001, 2000), await png()];
  const first = convert(large);
  await until(() => running.length === 1, "the first");
  const second = convert(large);
  const third = convert(small);
  await until(() => running.length === 2, "the small one");
  expect(running.map(({ pixels }) => pixels)).toEqual([12_004_000, 48]);
  running[1]?.end();
  await third;
  expect(running).toHaveLength(1);
  running[0]?.end();
  await first;
  await until(() => running.length === 1, "the second");
  running[0]?.end();
  await second;
});

test("a PNG is large from 4 megapixels on, because it is read whole, and a JPEG is not", async () => {
  const { running, convert } = heldConverter();
  const [large, photo] = [await bomb(2000, 2001, 2000), await jpeg(2000, 2001)];
  const converting = [convert(large), convert(large), convert(photo)];
  await until(() => running.length === 2, "one PNG and the JPEG");
  expect(running.map(({ pixels }) => pixels)).toEqual([4_002_000, 4_002_000]);
  for (let ended = 0; ended < 3; ended++) {
    await until(() => running.length > 0, "the next");
    running.at(-1)?.end();
  }
  await Promise.all(converting);
});

test("a large image is converted in a process of its own, to the same files, and is not in memory twice", async () => {
  const bytes = await png(2000, 2001);
  const files = await convertImage({ bytes });
  expect(await photoConverter()(bytes)).toEqual(files);
  expect(bytes.length).toBe(0);
});

test("what is wrong with a large image is said as of a small one", async () => {
  await expectRefusal(photoConverter()(await bomb(2000, 2001, 2000)), DAMAGED);
});

test("the profile of a small PNG may take 1 MB, and is refused before it takes 16 MB", async () => {
  const convert = photoConverter();
  const small = await png();
  expect(await convert(withCompressedProfile(small, 1_000_000))).toMatchObject({ width: 8, height: 6 });
  await expectRefusal(convert(withCompressedProfile(small, 16_000_000)), DAMAGED);
});

test("texts of a PNG are dropped, not read, however many and large they are", async () => {
  const small = await png();
  const convert = photoConverter();
  const whole = withCompressedTexts(small, 8, 16_000_000);
  expect(await convert(whole)).toEqual(await convert(small));
  await expectRefusal(convert(whole.subarray(0, -1)), { code: "invalid_image" });
});

test("a conversion that fails makes room for the next", async () => {
  let fails = true;
  const convert = photoConverter(async () => {
    if (fails) throw new Error("broken");
    return RESULT;
  });
  const photo = await jpeg();
  const failed = await Promise.allSettled(Array.from({ length: 7 }, () => convert(photo)));
  expect(failed).toEqual(Array(7).fill({ status: "rejected", reason: new Error("broken") }));
  fails = false;
  expect(await convert(photo)).toBe(RESULT);
});
