/* The photos of the demo. Each is imported by itself, so that the executable contains it. We drew them ourselves. */
import balou from "./photos/balou.webp" with { type: "file" };
import bear from "./photos/bear.webp" with { type: "file" };
import biscuit from "./photos/biscuit.webp" with { type: "file" };
import blue from "./photos/blue.webp" with { type: "file" };
import bruno from "./photos/bruno.webp" with { type: "file" };
import charlie from "./photos/charlie.webp" with { type: "file" };
import cleo from "./photos/cleo.webp" with { type: "file" };
import coco from "./photos/coco.webp" with { type: "file" };
import emma from "./photos/emma.webp" with { type: "file" };
import felix from "./photos/felix.webp" with { type: "file" };
import fips from "./photos/fips.webp" with { type: "file" };
import frida from "./photos/frida.webp" with { type: "file" };
import goldfish from "./photos/goldfish.webp" with { type: "file" };
import greta from "./photos/greta.webp" with { type: "file" };
import hazel from "./photos/hazel.webp" with { type: "file" };
import hector from "./photos/hector.webp" with { type: "file" };
import ivy from "./photos/ivy.webp" with { type: "file" };
import juno from "./photos/juno.webp" with { type: "file" };
import karlo from "./photos/karlo.webp" with { type: "file" };
import keks from "./photos/keks.webp" with { type: "file" };
import kenji from "./photos/kenji.webp" with { type: "file" };
import kiwi from "./photos/kiwi.webp" with { type: "file" };
import klara from "./photos/klara.webp" with { type: "file" };
import krumel from "./photos/krumel.webp" with { type: "file" };
import lemon from "./photos/lemon.webp" with { type: "file" };
import leo from "./photos/leo.webp" with { type: "file" };
import lotte from "./photos/lotte.webp" with { type: "file" };
import luna from "./photos/luna.webp" with { type: "file" };
import maple from "./photos/maple.webp" with { type: "file" };
import merlin from "./photos/merlin.webp" with { type: "file" };
import minka from "./photos/minka.webp" with { type: "file" };
import mochi from "./photos/mochi.webp" with { type: "file" };
import moritz from "./photos/moritz.webp" with { type: "file" };
import nala from "./photos/nala.webp" with { type: "file" };
import nike from "./photos/nike.webp" with { type: "file" };
import nougat from "./photos/nougat.webp" with { type: "file" };
import oskar from "./photos/oskar.webp" with { type: "file" };
import otis from "./photos/otis.webp" with { type: "file" };
import paul from "./photos/paul.webp" with { type: "file" };
import peanut from "./photos/peanut.webp" with { type: "file" };
import pia from "./photos/pia.webp" with { type: "file" };
import pixie from "./photos/pixie.webp" with { type: "file" };
import poppy from "./photos/poppy.webp" with { type: "file" };
import rex from "./photos/rex.webp" with { type: "file" };
import rocky from "./photos/rocky.webp" with { type: "file" };
import ronja from "./photos/ronja.webp" with { type: "file" };
import sam from "./photos/sam.webp" with { type: "file" };
import shadow from "./photos/shadow.webp" with { type: "file" };
import shubunkins from "./photos/shubunkins.webp" with { type: "file" };
import simba from "./photos/simba.webp" with { type: "file" };
import sissi from "./photos/sissi.webp" with { type: "file" };
import sky from "./photos/sky.webp" with { type: "file" };
import snow from "./photos/snow.webp" with { type: "file" };
import teddy from "./photos/teddy.webp" with { type: "file" };
import tigger from "./photos/tigger.webp" with { type: "file" };
import zoe from "./photos/zoe.webp" with { type: "file" };

/** Paths of photos by pet name in lower case without accents. */
export const demoPhotos: Readonly<Record<string, string>> = {
  balou,
  bear,
  biscuit,
  blue,
  bruno,
  charlie,
  cleo,
  coco,
  emma,
  felix,
  fips,
  frida,
  goldfish,
  greta,
  hazel,
  hector,
  ivy,
  juno,
  karlo,
  keks,
  kenji,
  kiwi,
  klara,
  krumel,
  lemon,
  leo,
  lotte,
  luna,
  maple,
  merlin,
  minka,
  mochi,
  moritz,
  nala,
  nike,
  nougat,
  oskar,
  otis,
  paul,
  peanut,
  pia,
  pixie,
  poppy,
  rex,
  rocky,
  ronja,
  sam,
  shadow,
  shubunkins,
  simba,
  sissi,
  sky,
  snow,
  teddy,
  tigger,
  zoe,
};
