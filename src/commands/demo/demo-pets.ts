/* The pets of the demo: sixty, of six kinds. */
import { demoPhotos } from "./demo-photos.ts";

export interface DemoPet {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly breed: string;
  readonly sex: "female" | "male" | undefined;
  /** Approximate. */
  readonly bornMonthsAgo: number;
  /** In euros. */
  readonly price: number | undefined;
  readonly colour: string;
  readonly tags: readonly string[];
  /** The path of its photo. */
  readonly photo: string | undefined;
  readonly story: string | undefined;
  readonly daysHere: number;
  readonly quantity: number;
}

/** Categories, in the order in which they are added. */
export const kinds = ["Dogs", "Cats", "Rabbits", "Birds", "Small", "Fish"] as const;

/** Name, breed, sex, age in months, price, days since arrival, colour, tags, whether it has a photo, story. */
const DOGS = `
Rex|Beagle|m|29|350|4|black, white and tan|good with children, house-trained, likes cars|photo|Rex came to us in autumn when his people moved abroad. He loves long walks, naps in a patch of sun, and cheese.
Zoe|Border Collie|f|14|380|18|black and white|needs a job, good with dogs|photo|Give me a ball and an hour, and I am yours for good.
Balou|Labrador|m|52|320|21|golden|good with children, calm|photo|Balou carries everything: slippers, newspapers, once a pumpkin. He wants to be where his people are.
Tilda|Mixed|f|122|90|22|brown|calm, house-trained||An old lady with good manners who sleeps most of the day.
Nala|German Shepherd|f|38|360|35|black and tan|needs a job|photo|Nala learns a trick in an afternoon and shows it to everybody for a week.
Otis|Dachshund|m|86|220|40|chocolate|calm, good with cats|photo|Short legs, long opinions. Otis wants a garden that can be dug up.
Kenji|Shiba|m|20|390|12|red|quiet, clean|photo|Clean as a cat and as stubborn. Kenji likes one person at a time.
Teddy|Poodle|m|31|290|33|apricot|good with children, does not shed|photo|Teddy greets everybody as if they had been away for years.
Rocky|Boxer|m|64|120|60|fawn|gentle, house-trained|photo|A big dog with a soft heart who is afraid of balloons.
Pixie|Terrier, Beagle mix|f|26|240|27|white and tan|playful|photo|Pixie finds every ball in the park, also those that nobody has lost.
Charlie|Spaniel|m|44|310|75|liver and white|good with children|photo|Charlie has found his home.
Bear|Newfoundland|m|61|290|30|black|gentle, likes water|photo|
Maple|Mixed|f|17|210|9|russet|playful, good with dogs|photo|Maple was found beside the road and has not stopped wagging since.
Bruno|Labrador|m|90|150|48|chocolate|calm, good with children|photo|Bruno knows sit, stay and the sound of a fridge.
Lotte|Dachshund|f|33|240|15|red|good with cats|photo|Lotte rules the sofa, and kindly.
Sam|Border Collie|m|70|260|52|blue and white|needs a job|photo|Sam counts his people on every walk.
Frida|Beagle|f|48|280|66|tricolour|likes cars|photo|Frida has found her home.
Oskar|Boxer|m|25|330|90|brindle|playful|photo|Oskar has found his home.
Emma|Poodle|f|54|270|110|silver|does not shed|photo|Emma has found her home.`;

const CATS = `
Luna|European Shorthair|f|28|150|6|cream|quiet, indoors, good with cats|photo|Windowsills, warm laps and the sound of a tin being opened.
Simba|Mixed|m|75|180|11|red tabby|good with children|photo|Simba talks. About the food, the weather, and the bird outside.
Minka|Mixed|f|40|120|14|grey tabby|quiet, indoors|photo|Minka needs a week behind the sofa, and then a lap.
Felix|Mixed|m|63|140|80|black and white|outdoors|photo|Felix has found his home.
Cleo|Mixed|f|50|130|24|tortoiseshell and white|independent|photo|Three colours, nine lives, one favourite chair.
Poppy|Maine Coon|f|5|180|36|brown tabby|playful, good with children|photo|Poppy grows by the day and climbs by the hour.
Shadow|Mixed|m|98|90|41|black|calm, outdoors|photo|Shadow is never where you look for him and always where you sit.
Mochi|Ragdoll|f|22|240|8|seal point|indoors, quiet|photo|Mochi goes limp when lifted, and purrs.
Tigger|Mixed|m|13|130|5|ginger|playful|photo|
Ronja|European Shorthair|f|36|110|19|silver tabby|outdoors|photo|Ronja catches what moves and brings it to bed.
Merlin|Maine Coon|m|66|260|56|blue|calm|photo|Merlin watches television, mostly snooker.
Greta|Mixed|f|108|60|70|calico|calm, house-trained|photo|Greta has seen it all and would like some peace.
Paul|European Shorthair|m|31|120|47|black|good with cats|photo|Paul and any other cat are friends in a day.
Nike|Mixed|f|9|140|3|white|playful|photo|
Sissi|Mixed|f|84|80|100|tuxedo|indoors|photo|Sissi has found her home.
Leo|Mixed|m|42|120|120|red tabby|outdoors|photo|Leo has found his home.
Karlo|Mixed|m|15|130|150|grey tabby|playful|photo|Karlo has found his home.
Pia|Ragdoll|f|57|200|180|blue point|quiet|photo|Pia has found her home.`;

const OTHERS = `
Rabbits|Krümel|Holland Lop|m|8|45|6|brown|lives in a pair, likes dill|photo|I come with my brother Fips. We share everything but dill.
Rabbits|Hazel|Dutch|f|19|40|26|grey and white|lives in a pair|photo|Hazel thumps when dinner is late.
Rabbits|Snow|Dwarf rabbit|f|12|40|30|white|calm|photo|Snow sits still for anybody who brings parsley.
Rabbits|Ivy|Lop|f|24|45|28|blue grey|lives in a pair|photo|
Rabbits|Mia and Bo|Mixed|f|10|70|10|brown and black|only together||Two sisters who have never been apart.
Rabbits|Fips|Holland Lop|m|8|45|6|sand|lives in a pair|photo|Krümel's brother. He does like dill.
Rabbits|Klara|Dutch|f|30|35|95|black and white|calm|photo|Klara has found her home.
Rabbits|Moritz|Lop|m|18|40|130|grey|playful|photo|Moritz has found his home.
Birds|Peanut|Cockatiel|f|16|80|12|grey and yellow|whistles|photo|Peanut whistles the first half of a song and waits for yours.
Birds|Kiwi|Budgerigar|m|5|35|26|green|lives in a flock|photo|Kiwi needs company, and says so.
Birds|Coco|Cockatiel|m|40|70|250|lutino|tame|photo|Coco has found his home.
Birds|Blue|Budgerigar|f|7|35|26|blue|lives in a flock|photo|
Birds|Sky|Budgerigar|m|9|35|44|turquoise|lives in a flock|photo|Sky is Kiwi's best friend.
Birds|Lemon|Budgerigar|f|6|35|200|yellow|lives in a flock|photo|Lemon has found her home.
Small|Juno|Guinea pig|f|14|30|28|rust and white|lives in a pair|photo|Juno hears the salad drawer through two doors.
Small|Biscuit|Hamster|m|4|-|16|gold|awake at night|photo|Biscuit runs a marathon every night.
Small|Hector|Tortoise|m|480|120|34|olive|winter sleep|photo|Hector is older than most of us and in no hurry.
Small|Nougat|Guinea pig|m|11|30|140|chestnut|lives in a pair|photo|Nougat has found his home.
Small|Keks|Hamster|f|3|12|13|cinnamon|awake at night|photo|
Fish|Goldfish|Goldfish|-|8|4|120|orange|pond|photo|For a pond, not a bowl: they grow.
Fish|Shubunkins|Shubunkin|-|10|6|120|white, red and black|pond|photo|Calm, colourful, and friends with goldfish.
Fish|Guppies|Guppy|-|4|2|60|mixed|aquarium||
Dogs|Hugo|Mixed|m|2|250|2|sable|playful||`;

const QUANTITIES: Readonly<Record<string, number>> = { Goldfish: 60, Shubunkins: 36, Guppies: 80 };

function lines(text: string): readonly string[] {
  return text.trim().split("\n");
}

function petOf(line: string): DemoPet {
  const [kind = "", name = "", breed = "", sex, months, price, days, colour = "", tags = "", photo, story] =
    line.split("|");
  const known = kinds.find((one) => one === kind);
  if (known === undefined) throw new Error(`the pet ${name} has the kind ${kind}`);
  return {
    name,
    kind: known,
    breed,
    sex: sex === "f" ? "female" : sex === "m" ? "male" : undefined,
    bornMonthsAgo: Number(months),
    price: price === "-" ? undefined : Number(price),
    colour,
    tags: tags.split(", "),
    photo: photo === "" ? undefined : demoPhotos[name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")],
    story: story || undefined,
    daysHere: Number(days),
    quantity: QUANTITIES[name] ?? 1,
  };
}

/** All pets, longest stay first. */
export const demoPets: readonly DemoPet[] = [
  ...lines(DOGS).map((line) => `Dogs|${line}`),
  ...lines(CATS).map((line) => `Cats|${line}`),
  ...lines(OTHERS),
]
  .map(petOf)
  .sort((one, other) => other.daysHere - one.daysHere);
